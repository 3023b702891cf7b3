// What a list of the desk shows is in the address: a reload, a link and the way back show the same rows.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type Changes = Record<string, string | undefined>;

export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const set = useCallback(
    (changes: Changes) =>
      setSearch(
        (old) => {
          const words = new URLSearchParams(old);
          // Another choice has other pages.
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
  const turn = useCallback((to: number) => set({ page: to > 1 ? String(to) : undefined }), [set]);
  return {
    of: (name: string) => search.get(name)?.trim() || undefined,
    page,
    set,
    turn,
  };
}
