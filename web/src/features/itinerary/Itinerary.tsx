// Itinerary as an accordion with a summary per day. Invalid data is reported instead of rendered (document 2 §5, §8).

import { useEffect } from 'react';
import { itineraryTexts, type Reading } from '../../api/parse-days';
import type { Day } from '../../api/types';
import { Accordion, AccordionItem } from '../../ui/Accordion';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { DayBody } from './DayBody';
import { dayFacts, dayHead, dayTitle } from './day-summary';

export function Itinerary({
  reading,
  open,
  onOpen,
}: {
  reading: Reading;
  open: string[];
  onOpen: (days: string[]) => void;
}) {
  // The browser handled the hash before the trek was loaded.
  useEffect(() => {
    if (location.hash === '#itinerary') document.getElementById('itinerary')?.scrollIntoView();
  }, []);
  if (reading.problems) return <Problems problems={reading.problems} />;
  const { days } = reading;
  const all = days.map((_, index) => dayKey(index + 1));
  const allOpen = open.length === all.length;
  return (
    <section aria-labelledby="itinerary">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="itinerary" className="text-3xl">
          Day by day
        </h2>
        <Button variant="ghost" size="sm" onClick={() => onOpen(allOpen ? [] : all)}>
          {allOpen ? 'Close all days' : 'Open all days'}
        </Button>
      </div>
      <Accordion type="multiple" value={open} onValueChange={onOpen} className="mt-3">
        {days.map((day, index) => (
          <div key={dayKey(index + 1)} id={dayKey(index + 1)}>
            <AccordionItem value={dayKey(index + 1)} head={<DayHead number={index + 1} day={day} />}>
              <DayBody day={day} />
            </AccordionItem>
          </div>
        ))}
      </Accordion>
    </section>
  );
}

/** Key of a day in the accordion, and its element id. */
export function dayKey(number: number): string {
  return `day-${number}`;
}

function DayHead({ number, day }: { number: number; day: Day }) {
  const facts = dayFacts(day);
  return (
    <span className="flex items-baseline gap-4">
      <span className="figures w-13 shrink-0 text-ink-soft text-sm">Day {number}</span>
      <span className="min-w-0">
        <span className="wrap-anywhere block text-lg leading-snug">{dayTitle(facts)}</span>
        <Facts facts={dayHead(facts)} className="mt-0.5 font-normal text-ink-soft text-sm" />
      </span>
    </span>
  );
}

/** The three messages of the documents are shown alone; a list of data errors gets their heading. */
function Problems({ problems }: { problems: string[] }) {
  const alone =
    problems.length === 1 &&
    ([itineraryTexts.noRoutes, itineraryTexts.noRoute, itineraryTexts.noDays] as string[]).includes(problems[0] ?? '');
  return (
    <section role="alert" className="rounded-lg border border-line bg-stone p-6">
      <h2 className="text-2xl">{alone ? problems[0] : itineraryTexts.heading}</h2>
      {!alone && (
        <ul className="mt-3 list-disc pl-5 text-ink-soft">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
