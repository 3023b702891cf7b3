// A button that prints one sheet without the page around it: a heading and labelled lines.
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button';

interface Sheet {
  title: string;
  /** Below the title, in large letters. */
  lead?: string;
  company: { name: string; address: string } | undefined;
  /** Lines without a value are left out. */
  rows: readonly (readonly [label: string, value: string | undefined, ...rest: unknown[]])[];
}

export function PrintButton({
  label,
  children,
  sheet,
  ...look
}: Pick<Parameters<typeof Button>[0], 'size' | 'variant' | 'className' | 'children'> & {
  /** The accessible name, if it is not the text. */
  label?: string;
  sheet: Sheet;
}) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    const end = () => setPrinting(false);
    addEventListener('afterprint', end, { once: true });
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [isPrinting]);
  return (
    <>
      <Button {...look} aria-label={label} onClick={() => setPrinting(true)}>
        <Printer aria-hidden className="size-4" strokeWidth={1.75} />
        {children}
      </Button>
      {isPrinting && createPortal(<Printed sheet={sheet} />, document.body)}
    </>
  );
}

function Printed({ sheet: { title, lead, company, rows } }: { sheet: Sheet }) {
  return (
    <section data-print="alone" className="hidden p-10 text-ink print:block">
      {company && (
        <p className="mb-10 text-sm">
          <strong className="block text-base">{company.name}</strong>
          {company.address}
        </p>
      )}
      <h1 className="figures text-3xl">{title}</h1>
      {lead && <p className="figures mt-4 font-display font-semibold text-4xl">{lead}</p>}
      <dl className="figures mt-8 grid grid-cols-[12rem_1fr] gap-y-2 text-sm">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
