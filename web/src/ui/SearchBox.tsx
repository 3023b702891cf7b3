// Search field of a list; updates the search after a pause in typing.
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../lib/debounce';
import { Input } from './Input';

const DEBOUNCE_MS = 300;

const placeholderFor = (label: string) => {
  const words = label.replace(/^Search (by )?/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function SearchBox({
  label,
  placeholder = placeholderFor(label),
  value,
  onSearch,
  className = 'flex-1',
}: {
  /** 'Search by name'; the placeholder is then 'Name'. */
  label: string;
  placeholder?: string;
  value: string | undefined;
  onSearch: (words: string | undefined) => void;
  className?: string;
}) {
  const [typed, setTyped] = useState(value ?? '');
  const rested = useDebounced(typed, DEBOUNCE_MS).trim();
  const told = useRef(value ?? '');
  // The URL changed by itself: a link or the back button.
  useEffect(() => {
    const now = value ?? '';
    if (now === told.current) return;
    told.current = now;
    setTyped(now);
  }, [value]);
  useEffect(() => {
    if (rested === told.current) return;
    told.current = rested;
    onSearch(rested || undefined);
  }, [rested, onSearch]);
  return (
    <div className={clsx('relative min-w-48', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 z-10 size-4 -translate-y-1/2 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-9 text-sm"
      />
    </div>
  );
}
