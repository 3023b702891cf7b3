// A confirmed booking as a list of labels and values.
import type { ReactNode } from 'react';

export function Receipt({ lines }: { lines: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid divide-y divide-line border-line border-y">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="figures min-w-0 break-words text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
