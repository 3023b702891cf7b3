// Page numbers with previous and next. The rule of which are shown: page-list.ts.
import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './Button';
import { pageList } from './page-list';

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
  /** 01 02 03 */
  zeroPad?: boolean;
  label?: string;
  className?: string;
}) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className={clsx('flex items-center justify-center gap-1', className)}>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </IconButton>
      <ol className="flex items-center gap-1">
        {pageList(page, pages).map((mark, index, all) =>
          mark === 'gap' ? (
            <li key={`gap-after-${all[index - 1]}`} aria-hidden className="w-6 text-center text-ink-soft">
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
                  mark === page ? 'bg-ink text-paper' : 'text-ink hover:bg-stone',
                )}
              >
                {zeroPad ? String(mark).padStart(2, '0') : mark}
              </button>
            </li>
          ),
        )}
      </ol>
      <IconButton label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden className="size-5" />
      </IconButton>
    </nav>
  );
}
