// Search in the hero: one bar with a destination and a start date.
import { MapPin, Search } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TrekSummary } from '../../api/types';
import { useBookableDays } from '../../api/useConfig';
import { metres } from '../../lib/text';
import { lengthInDays } from '../../lib/trek-length';
import { paths } from '../../paths';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { DatePicker } from '../../ui/DatePicker';
import {
  type HomeSearchState,
  NO_DESTINATIONS,
  SUGGESTIONS_WHEN_EMPTY,
  sample,
  suggestionsFor,
  validateSearch,
} from './home-search';

// Loaded lazily: only phones use it, after a tap on the bar.
const SearchSheet = lazy(() => import('./SearchSheet'));

export interface HomeSearchProps {
  treks: readonly TrekSummary[];
  loading: boolean;
}

/**
 * Wide windows show the fields in the bar. On phones the bar opens them as a sheet, which has room for the keyboard
 * and list.
 */
export function HomeSearch(props: HomeSearchProps) {
  const bar = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <search>
      <button
        ref={bar}
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="flex min-h-16 w-full items-center gap-3 rounded-lg bg-raised p-2 pl-4 text-left text-ink shadow-float md:hidden"
      >
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-semibold">Where do you want to trek?</span>
          <span className="block truncate text-ink-soft text-sm">Destination and start date</span>
        </span>
        <span className="flex size-12 shrink-0 items-center justify-center rounded-sm bg-laligurans text-on-laligurans">
          <Search aria-hidden className="size-5" />
        </span>
      </button>
      <div className="max-md:hidden">
        <SearchForm {...props} />
      </div>
      {wanted && (
        <Suspense fallback={null}>
          <SearchSheet {...props} open={open} onOpenChange={setOpen} opener={bar} />
        </Suspense>
      )}
    </search>
  );
}

export function SearchForm({ treks, loading, inSheet = false }: HomeSearchProps & { inSheet?: boolean }) {
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { today, last } = useBookableDays();
  const [text, setText] = useState('');
  const [search, setSearch] = useState<HomeSearchState>({ destination: null, date: undefined });
  const [tried, setTried] = useState(false);
  const random = useMemo(() => sample(treks, SUGGESTIONS_WHEN_EMPTY), [treks]);
  const items = suggestionsFor(search.destination ? '' : text, treks, random);
  const problems = tried ? validateSearch(search, today) : {};

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    const { destination, date } = search;
    const missing = validateSearch(search, today);
    if (destination && date && !missing.date) navigate(paths.package(destination._id, date));
    else form.current?.querySelector<HTMLElement>(missing.destination ? 'input' : '[aria-haspopup]')?.focus();
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className={inSheet ? 'grid gap-3' : barClass}>
      <div className={inSheet ? boxClass : partClass}>
        <span aria-hidden className="block pl-7 font-medium text-ink-soft text-xs">
          Destination
        </span>
        <Combobox
          label="Destination"
          text={text}
          onText={(typed) => {
            setText(typed);
            setSearch({ ...search, destination: null });
          }}
          items={items}
          itemKey={(trek) => trek._id}
          renderItem={(trek) => <Suggestion trek={trek} />}
          onPick={(trek) => {
            setText(trek.name);
            setSearch({ ...search, destination: trek });
          }}
          onSubmit={submit}
          busy={loading}
          staysOpen={inSheet}
          emptyText={NO_DESTINATIONS}
          invalid={Boolean(problems.destination)}
          describedBy={problems.destination && `${id}-destination`}
          icon={<MapPin aria-hidden className="mr-2 -mt-4 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />}
          inputProps={{ placeholder: 'Where do you want to trek?', enterKeyHint: 'search', autoFocus: inSheet }}
          inputClassName="-mt-5 min-h-14 pt-4 outline-none"
          listClassName={inSheet ? flatList : 'max-h-80 md:-left-3 md:min-w-96'}
        />
        {problems.destination && (
          <p id={`${id}-destination`} role="alert" className="pb-1 text-danger text-sm">
            {problems.destination}
          </p>
        )}
      </div>
      <div className={inSheet ? 'min-w-0 rounded-sm border border-line-strong' : 'min-w-0'}>
        <DatePicker
          boxed={false}
          label="Start date"
          placeholder="Choose a date"
          value={search.date}
          onChange={(date) => setSearch({ ...search, date })}
          min={today}
          max={last}
          invalid={Boolean(problems.date)}
          describedBy={problems.date && `${id}-date`}
          className="min-h-16! px-3 -outline-offset-2"
        />
        {problems.date && (
          <p id={`${id}-date`} role="alert" className="px-3 pb-1 text-danger text-sm">
            {problems.date}
          </p>
        )}
      </div>
      <Button type="submit" size="lg" className={inSheet ? 'mt-2' : 'md:min-w-36'}>
        Search
      </Button>
    </form>
  );
}

const partClass =
  'min-w-0 rounded-sm border-line border-r px-3 py-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-glacier has-[input:focus-visible]:-outline-offset-2';
const boxClass =
  'min-w-0 rounded-sm border border-line-strong px-3 py-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-glacier';
// Static position, because a dropdown would cover the date and the button.
const flatList = 'static! mt-1! max-h-[45dvh]! animate-none! rounded-none! border-0! p-0! shadow-none!';
const barClass = 'grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_auto] rounded-lg bg-raised p-2 text-ink shadow-float';

function Suggestion({ trek }: { trek: TrekSummary }) {
  const length = lengthInDays(trek.routes);
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-4">
      <span className="min-w-0">
        <span className="block truncate font-medium">{trek.name}</span>
        <span className="block truncate text-ink-soft text-xs">{trek.location}</span>
      </span>
      <span className="figures shrink-0 text-ink-soft text-xs">
        {[length, trek.highestPoint && metres(trek.highestPoint)].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
