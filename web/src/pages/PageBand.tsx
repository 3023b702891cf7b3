// The top of a list or form page: title and one line on a stone background with the ridge.
import type { ReactNode, Ref } from 'react';
import { Ridge } from '../ui/Ridge';

export function PageBand({
  title,
  lead,
  heading,
}: {
  title: string;
  lead: ReactNode;
  /** For pages that move the focus to the title. */
  heading?: Ref<HTMLHeadingElement>;
}) {
  return (
    <section className="relative overflow-hidden border-line border-b bg-stone">
      <Ridge flat className="absolute inset-x-0 bottom-0 h-[62%] text-ink opacity-[0.055]" />
      <div className="page-width relative py-8 md:py-12">
        <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-5xl outline-none">
          {title}
        </h1>
        <p className="wrap-anywhere mt-2.5 max-w-measure text-balance text-ink-soft text-lg">{lead}</p>
      </div>
    </section>
  );
}
