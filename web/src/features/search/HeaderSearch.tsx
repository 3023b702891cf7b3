// Search in the header: treks by name after a pause of 500 ms. Picking one opens /packages with the typed text.
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { tell } from '../../api/client';
import { treksQuery } from '../../api/query';
import { useDebounced } from '../../lib/debounce';
import { contains } from '../../lib/text';
import { paths } from '../../paths';
import { Combobox } from '../../ui/Combobox';

export const SEARCH_DELAY_MS = 500;
export const TREKS_FAILED = 'Error fetching treks';

export function HeaderSearch({ onGone, className }: { onGone?: () => void; className?: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [used, setUsed] = useState(false);
  const settled = useDebounced(text, SEARCH_DELAY_MS);
  const treks = useQuery({ ...treksQuery(), enabled: used });
  const found =
    treks.isError || !settled.trim() ? [] : (treks.data ?? []).filter((trek) => contains(trek.name, settled));

  useEffect(() => {
    if (used && treks.error) tell(treks.error, { say: TREKS_FAILED });
  }, [used, treks.error]);

  const go = () => {
    const typed = text.trim();
    if (!typed) return;
    navigate(paths.packagesFor(typed));
    setText('');
    onGone?.();
  };

  return (
    <search className={className}>
      <Combobox
        label="Search treks"
        text={text}
        onText={setText}
        onOpen={() => setUsed(true)}
        items={text.trim() ? found : []}
        itemKey={(trek) => trek._id}
        renderItem={(trek) => (
          <span className="min-w-0">
            <span className="block truncate font-medium">{trek.name}</span>
            <span className="block truncate text-ink-soft text-xs">{trek.location}</span>
          </span>
        )}
        onPick={go}
        onSubmit={go}
        icon={
          <Search aria-hidden className="pointer-events-none ml-3 size-4.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        }
        inputProps={{ placeholder: 'Search treks', enterKeyHint: 'search' }}
        inputClassName="min-h-11 rounded-sm px-2.5 outline-none"
        className={clsx(
          'rounded-sm border border-transparent bg-stone transition-colors hover:border-line',
          'has-[input:focus-visible]:bg-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-glacier',
        )}
      />
    </search>
  );
}
