// What the price of a trek includes and excludes.
import { Check, X } from 'lucide-react';

export function Included({ included, notIncluded }: { included: readonly string[]; notIncluded: readonly string[] }) {
  if (included.length === 0 && notIncluded.length === 0) return null;
  return (
    <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
      <Lines id="included" title="Included" lines={included} />
      <Lines id="not-included" title="Not included" lines={notIncluded} />
    </div>
  );
}

function Lines({ id, title, lines }: { id: 'included' | 'not-included'; title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <ul className="mt-4 grid gap-y-2">
        {lines.map((line) => (
          <li key={line} className="flex items-start gap-2.5">
            {id === 'included' ? (
              <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-juniper" />
            ) : (
              <X aria-hidden className="mt-1 size-4.5 shrink-0 text-ink-soft" />
            )}
            <span className="wrap-anywhere min-w-0">{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
