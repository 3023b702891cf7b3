// Lodging and meals of a day (document 2 §3, §5).
import { Copy, Plus, X } from 'lucide-react';
import { memo } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { Chips } from './Chips';
import type { Stay } from './copies';
import { AreaField, CellInput, TextField } from './fields';
import { type DayForm, MAX_MEAL_ITEMS, MEALS, type Meal } from './form';
import type { DayMove } from './reducer';
import { useProblem } from './store';

export interface StayCopy {
  /** Index of the day. */
  at: number;
  /** Whether it is the last day of the route. */
  last: boolean;
  /** Copies from the day before, or to all later days. */
  onCopy: (what: Stay, how: 'from-before' | 'to-later') => void;
}

/** Copy buttons, because lodging and meals rarely change from day to day. */
function CopyStay({ what, word, at, last, onCopy }: StayCopy & { what: Stay; word: string }) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {at > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onCopy(what, 'from-before')}>
          <Copy aria-hidden className="size-4" />
          As day {at}
          <span className="sr-only">: {word}</span>
        </Button>
      )}
      {!last && (
        <Button variant="ghost" size="sm" onClick={() => onCopy(what, 'to-later')}>
          Use for all later days
          <span className="sr-only">: {word}</span>
        </Button>
      )}
    </span>
  );
}

export const Lodging = memo(function Lodging({
  accommodation,
  path,
  move,
  ...copy
}: StayCopy & {
  accommodation: DayForm['accommodation'];
  path: string;
  move: (move: DayMove) => void;
}) {
  const change = (to: Partial<DayForm['accommodation']>) => move({ type: 'accommodation-changed', to });
  return (
    <fieldset className="drawn-in-sight grid content-start gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Accommodation</legend>
      <CopyStay what="accommodation" word="accommodation" {...copy} />
      <TextField
        field={`${path}.accommodation.title`}
        label="Title"
        placeholder="Teahouse, twin room"
        value={accommodation.title}
        onChange={(title) => change({ title })}
      />
      <AreaField
        field={`${path}.accommodation.description`}
        label="Description"
        rows={2}
        value={accommodation.description}
        onChange={(description) => change({ description })}
      />
      <Chips
        field={`${path}.accommodation.features`}
        label="Accommodation features"
        placeholder="Hot shower"
        words={accommodation.features}
        onChange={(features) => change({ features })}
      />
    </fieldset>
  );
});

export const Meals = memo(function Meals({
  foodDetails,
  path,
  move,
  ...copy
}: StayCopy & {
  foodDetails: DayForm['foodDetails'];
  path: string;
  move: (move: DayMove) => void;
}) {
  return (
    <fieldset className="drawn-in-sight grid content-start gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Meals</legend>
      <CopyStay what="foodDetails" word="meals" {...copy} />
      {MEALS.map((meal) => (
        <MealItems key={meal} meal={meal} items={foodDetails[meal]} field={`${path}.foodDetails.${meal}`} move={move} />
      ))}
    </fieldset>
  );
});

const MealItems = memo(function MealItems({
  meal,
  items,
  field,
  move,
}: {
  meal: Meal;
  items: string[];
  field: string;
  move: (move: DayMove) => void;
}) {
  const problem = useProblem(field);
  const left = MAX_MEAL_ITEMS - items.length;
  const add = () => {
    if (left > 0) move({ type: 'meal-added', meal });
    else toast.error(`Maximum 10 ${meal} items allowed`);
  };
  const word = `${meal.charAt(0).toUpperCase()}${meal.slice(1)}`;
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <span className="font-medium text-sm">{word}</span>
        <Button variant="ghost" size="sm" data-field={field} onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add Item <span className="sr-only">to {meal}</span>
          <span className="figures font-normal text-ink-soft">{left} left</span>
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mb-1 text-danger text-sm">
          {problem}
        </p>
      )}
      <ul className="grid grid-cols-1 gap-1.5 sm:grid-cols-2">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place in the list and has no other name
          <li key={at} className="flex items-end">
            <CellInput
              field={`${field}[${at}]`}
              label={`${word} ${at + 1}`}
              value={item}
              onChange={(to) => move({ type: 'meal-changed', meal, at, to })}
              className="flex-1"
            />
            <button
              type="button"
              aria-label={`Remove ${item || `${meal} ${at + 1}`}`}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget);
                move({ type: 'meal-removed', meal, at });
              }}
              className="flex size-9 shrink-0 items-center justify-center rounded-sm text-ink-soft hover:bg-stone hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});
