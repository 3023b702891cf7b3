// Bottom bar of a form with its main action. On phones it is fixed to the bottom of the screen with the amount beside
// it, and takes its place in the page when the end of the form is in view, so that it covers neither the last field
// nor the footer.
import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Class for the form around it: keeps the message below a focused field visible. */
export const clearOfActionBar =
  'max-lg:[&_input]:scroll-mb-10 max-lg:[&_select]:scroll-mb-10 max-lg:[&_textarea]:scroll-mb-10';

export function ActionBar({
  total,
  note,
  className,
  children,
}: {
  /** '$4,812.00' */
  total: string;
  /** Describes the total: 'total for 2 guests' */
  note: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      // Scroll padding in main.css keeps focused elements above it; scroll-margin of the field alone has no effect on
      // a textarea.
      data-bottom-bar
      className={clsx(
        'max-lg:-mx-[clamp(1rem,4vw,2.5rem)] z-20 flex items-center justify-between gap-4 max-lg:sticky max-lg:bottom-0 max-lg:border-line max-lg:border-t max-lg:bg-raised max-lg:px-[clamp(1rem,4vw,2.5rem)] max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        // Static on short screens, because the open keyboard leaves room for the fields only.
        '[@media(max-height:26rem)]:static!',
        className,
      )}
    >
      <p className="min-w-0 leading-tight lg:hidden">
        <span className="figures block font-display font-semibold text-xl">{total}</span>
        <span className="text-ink-soft text-sm">{note}</span>
      </p>
      {children}
    </div>
  );
}
