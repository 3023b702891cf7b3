// Conflicting changes of two editors, field by field: both values and a choice between them.
import clsx from 'clsx';
import type { Side } from '../lib/merge';
import { plural } from '../lib/text';
import { Button } from './Button';

export interface CollisionWords {
  id: string;
  field: string;
  mine: string;
  theirs: string;
}

export type Choices = ReadonlyMap<string, Side>;

interface CollisionsProps {
  list: readonly CollisionWords[];
  chosen: Choices;
  onChoose: (chosen: Choices) => void;
  /** The user continued without choosing for every field. */
  incomplete: boolean;
}

const SIDES: { side: Side; label: string }[] = [
  { side: 'mine', label: 'Mine' },
  { side: 'theirs', label: 'Theirs' },
];

/** Focuses the first conflict without a choice; returns false if there is none. */
export function focusFirstUnchosen(within: HTMLElement | null): boolean {
  const open = within?.querySelector<HTMLElement>('fieldset:not(:has(input:checked)) input');
  open?.focus();
  return Boolean(open);
}

export function Collisions({ list, chosen, onChoose, incomplete }: CollisionsProps) {
  const choose = (ids: readonly string[], side: Side) =>
    onChoose(new Map([...chosen, ...ids.map((id) => [id, side] as const)]));
  const all = list.map(({ id }) => id);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft text-sm">{plural(list.length, 'field')} changed by both of you.</p>
        {list.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => choose(all, 'mine')}>
              Choose all mine
            </Button>
            <Button size="sm" variant="secondary" onClick={() => choose(all, 'theirs')}>
              Choose all theirs
            </Button>
          </div>
        )}
      </div>
      {incomplete && chosen.size < list.length && (
        <p role="alert" className="mt-2 font-medium text-danger text-sm">
          Choose a version for each field.
        </p>
      )}
      <div className="mt-3 grid gap-4">
        {list.map(({ id, field, ...texts }) => (
          <fieldset key={id} className="min-w-0">
            <legend className="wrap-anywhere mb-1 font-semibold text-sm">{field}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {SIDES.map(({ side, label }) => (
                <label
                  key={side}
                  className={clsx(
                    'wrap-anywhere flex min-h-11 cursor-pointer items-start gap-2.5 rounded-sm border px-3 py-2.5 text-sm',
                    chosen.get(id) === side ? 'border-ink bg-stone' : 'border-line hover:border-line-strong',
                  )}
                >
                  <input
                    type="radio"
                    name={`collision-${id}`}
                    checked={chosen.get(id) === side}
                    onChange={() => choose([id], side)}
                    className="mt-0.5 size-4 shrink-0 accent-juniper"
                  />
                  <span className="min-w-0">
                    <span className="block font-medium text-ink-soft text-xs">{label}</span>{' '}
                    <span className="whitespace-pre-line">{texts[side]}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  );
}
