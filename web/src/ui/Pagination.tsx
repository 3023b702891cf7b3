// Page numbers with previous and next. page-list.ts decides which are shown.
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './Button';
import { pageList } from './page-list';

/** Fits '1 … 11 12 13 … 24' in 328 px. */
const NARROW = 'max-sm:w-9';

export function Pagination({
  page,
  pages,
  onPage,
  zeroPad = false,
  label = 'Pages',
  className,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Shows 01, 02, 03. */
  zeroPad?: boolean;
  label?: string;
  className?: string;
}) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className={clsx('flex items-center justify-center sm:gap-1', className)}>
      <IconButton label="Previous page" className={NARROW} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <ol className="flex items-center sm:gap-1">
        {pageList(page, pages).map((mark, index, all) =>
          mark === 'gap' ? (
            <li key={`gap-after-${all[index - 1]}`} aria-hidden className="w-4 text-center text-ink-soft sm:w-6">
              …
            </li>
          ) : (
            <li key={mark}>
              <button
                type="button"
                aria-label={`Page ${mark}`}
                aria-current={mark === page ? 'page' : undefined}
                onClick={() => onPage(mark)}
                className={clsx(
                  'figures flex size-11 items-center justify-center rounded-sm font-semibold transition-colors',
                  NARROW,
                  mark === page ? 'chosen bg-ink text-paper' : 'text-ink hover:bg-stone',
                )}
              >
                {zeroPad ? String(mark).padStart(2, '0') : mark}
              </button>
            </li>
          ),
        )}
      </ol>
      <IconButton label="Next page" className={NARROW} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </nav>
  );
}
