// One section of the account page: title and description at the left, controls at the right.
import { type ReactNode, useId } from 'react';

export function Panel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-8 first:border-t-0 first:pt-0 xl:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {lead && <p className="mt-1 max-w-measure text-ink-soft text-sm">{lead}</p>}
      </div>
      <div className="min-w-0 lg:max-w-2xl">{children}</div>
    </section>
  );
}

export function SuccessMessage({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-juniper text-sm">
      {children}
    </p>
  );
}

export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
      {children}
    </p>
  );
}
