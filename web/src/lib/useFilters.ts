// Filters, order and page of an admin list are kept in the URL, for reloads, links and the back button.
import { useCallback } from 'react';
import { useUrlParams } from './useUrlParams';

type Changes = Record<string, string | undefined>;

interface Sort {
  by: string;
  order: 'asc' | 'desc';
}

export function useFilters() {
  const [search, setSearch] = useUrlParams();
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const set = useCallback(
    (changes: Changes) =>
      setSearch(
        (old) => {
          const words = new URLSearchParams(old);
          // Changed filters start at the first page.
          words.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) words.set(name, value);
            else words.delete(name);
          }
          return words;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  /** The `sorting` of a DeskTable, from `sort` and `order` in the URL; `fallback` is the default order. */
  const sortingOf = (columns: readonly { sort?: string }[], fallback: Sort) => {
    const by = columns.find((one) => one.sort !== undefined && one.sort === search.get('sort'))?.sort;
    const order = search.get('order');
    const asked: Sort = by ? { by, order: order === 'asc' || order === 'desc' ? order : 'asc' } : fallback;
    return { ...asked, onSort: (sort: string, next: Sort['order']) => set({ sort, order: next }) };
  };
  const turn = useCallback((to: number) => set({ page: to > 1 ? String(to) : undefined }), [set]);
  return {
    of: (name: string) => search.get(name)?.trim() || undefined,
    page,
    set,
    turn,
    sortingOf,
  };
}
