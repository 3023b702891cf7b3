// A block of a detail page of the desk, with its heading.
import type { ReactNode } from 'react';

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-sm border border-line px-4 py-3">
      <h3 className="mb-2 font-sans font-semibold text-ink-soft text-xs">{title}</h3>
      {children}
    </section>
  );
}
