// Words to look for in a list of the desk; the list follows when the typing rests.
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../lib/debounce';
import { Input } from '../../ui/Input';

const REST_MS = 300;

export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string | undefined;
  onSearch: (words: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(value ?? '');
  const rested = useDebounced(typed, REST_MS).trim();
  const told = useRef(value ?? '');
  useEffect(() => {
    if (rested === told.current) return;
    told.current = rested;
    onSearch(rested || undefined);
  }, [rested, onSearch]);
  return (
    <div className="relative min-w-48 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 z-10 size-4 -translate-y-1/2 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-9 text-sm"
      />
    </div>
  );
}
