// Footer of the article forms: progress, the reason of a failure, and the buttons.
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { plural } from '../../lib/text';
import type { BlogFailure } from './messages';
import { useSimulatedProgress } from './useSimulatedProgress';

/** Class for the form around it: keeps a focused field from being covered by the sticky footer. */
export const clearOfFooter = '[&_button]:scroll-mb-28 [&_input]:scroll-mb-28 [&_textarea]:scroll-mb-28';

export function SaveFooter({
  running,
  label,
  refused,
  uploads,
  ground = 'page',
  children,
}: {
  running: boolean;
  label: string;
  refused: BlogFailure | null;
  uploads: number;
  /** Surface that the footer is drawn on, for its background. */
  ground?: 'page' | 'dialog';
  children: ReactNode;
}) {
  const percent = useSimulatedProgress(running);
  return (
    <div
      className={clsx(
        'mt-8 grid gap-4 border-line border-t pt-5',
        // Sticky, except on low screens, where the fields need the room.
        'sm:z-10 sm:py-4 sm:[@media(min-height:36rem)]:sticky',
        ground === 'page'
          ? 'sm:bottom-0 sm:-mb-16 sm:bg-paper'
          : 'sm:-bottom-5 sm:-mx-6 sm:-mb-5 sm:rounded-b-lg sm:bg-raised sm:px-6',
      )}
    >
      {running && (
        <div className="grid gap-1.5">
          <progress aria-label={label} max={100} value={percent} className="h-1.5 w-full accent-glacier" />
          <p className="figures text-ink-soft text-sm">{percent} %</p>
        </div>
      )}
      {refused && !running && (
        <div role="alert" className="wrap-anywhere rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
          <p>{refused.message}</p>
          {refused.description && <p>{refused.description}</p>}
        </div>
      )}
      {uploads > 0 && (
        <p role="status" className="text-ink-soft text-sm">
          {plural(uploads, 'picture is', 'pictures are')} still uploading. You can save the blog when the upload has
          finished.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </div>
  );
}
