// A block of a detail page of the desk, with its heading.
import type { ReactNode } from 'react';

export function Block({ title, level = 3, children }: { title: string; level?: 2 | 3; children: ReactNode }) {
  const Heading = `h${level}` as const;
  return (
    <section aria-label={title} className="rounded-sm border border-line px-4 py-3">
      <Heading className="mb-2 font-sans font-semibold text-ink-soft text-xs">{title}</Heading>
      {children}
    </section>
  );
}
