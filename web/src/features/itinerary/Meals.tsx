// The three meals of a day: three items each, the others on demand (document 2 §2).
import { useState } from 'react';
import { MEALS } from '../../api/parse-days';
import type { FoodDetails } from '../../api/types';

export const SHOWN_ITEMS = 3;
const WORDS = { breakfast: 'Breakfast', lunch: 'Lunch', dinner: 'Dinner' } as const;

export function Meals({ food }: { food: FoodDetails }) {
  const meals = MEALS.filter((meal) => food[meal].length > 0);
  if (meals.length === 0) return <p className="text-ink-soft">No meals are included on this day.</p>;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
      {meals.map((meal) => (
        <div key={meal}>
          <dt className="font-medium text-sm">{WORDS[meal]}</dt>
          <dd className="mt-0.5 text-ink-soft text-sm">
            <Items items={food[meal]} of={WORDS[meal].toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ items, of }: { items: string[]; of: string }) {
  const [expanded, setExpanded] = useState(false);
  const hidden = items.length - SHOWN_ITEMS;
  const shown = expanded ? items : items.slice(0, SHOWN_ITEMS);
  return (
    <>
      {shown.join(', ')}{' '}
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={expanded}
          aria-label={expanded ? `Show fewer ${of} items` : `+${hidden} more items of ${of}`}
          onClick={() => setExpanded(!expanded)}
          className="relative whitespace-nowrap rounded-sm font-medium text-glacier underline underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-3 after:content-['']"
        >
          {expanded ? 'fewer' : `+${hidden} more items`}
        </button>
      )}
    </>
  );
}
