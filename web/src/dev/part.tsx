// Section of the component page, and an example in it.
import clsx from 'clsx';
import type { ReactNode } from 'react';

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-line border-t py-10">
      <h2 id={id} className="mb-6 scroll-mt-24 text-2xl">
        {title}
      </h2>
      <div className="grid gap-8">{children}</div>
    </section>
  );
}

export function Piece({
  name,
  note,
  wide = false,
  children,
}: {
  name: string;
  note?: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 font-sans font-semibold text-ink-soft text-sm">
        {name}
        {note && <span className="ml-2 font-normal text-xs">{note}</span>}
      </h3>
      <div className={clsx(wide ? 'grid gap-4' : 'flex flex-wrap items-center gap-4')}>{children}</div>
    </div>
  );
}

export const LONG =
  'Kanchenjunga North and South Base Camps by the Selele pass, with a rest day in Ghunsa and the way out over Taplejung';
