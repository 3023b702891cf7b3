// Page numbers that a pagination shows (document 1 §2).

export type PageMark = number | 'gap';

/** All pages up to five; otherwise the first, last and current one with its neighbours, and gaps between. */
export function pageList(page: number, pages: number): PageMark[] {
  if (pages <= 5) return Array.from({ length: Math.max(pages, 0) }, (_, index) => index + 1);
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((one, index): PageMark[] => {
    const before = shown[index - 1];
    return before !== undefined && one - before > 1 ? ['gap', one] : [one];
  });
}
