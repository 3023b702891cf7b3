// Runs the golden cases that the server passes too.

import { expect, test } from 'vitest';
import golden from '../../../../contract/itinerary-cases.json';
import summaries from '../../../../contract/trek-summary-cases.json';
import { readDay } from '../../api/parse-days';
import type { Day } from '../../api/types';
import { duration, kilometres } from '../../lib/format';
import { dayFacts, dayHead, dayTitle } from './day-summary';

test.each(golden.durations)('ITIN-04 $minutes minutes are formatted as $text', ({ minutes, text }) => {
  expect(duration(minutes)).toBe(text);
});

test.each(golden.legacyDays)('ITIN-07 ITIN-22 a day is parsed as on the server: $name', ({ given, expect: day }) => {
  expect(readDay(given)).toEqual(day);
});

test.each(golden.connections)('ITIN-24 a connection is parsed as on the server: $name', (golden) => {
  const day = readDay({ waypoints: [], connections: [golden.given], foodDetails: {} });
  expect(day?.connections).toEqual([golden.expect]);
});

test.each(summaries.kilometres)('$distance km are written as on the server: $text', ({ distance, text }) => {
  expect(kilometres(distance)).toBe(text);
});

test.each(summaries.days)('ITIN-04 the head of a day is written as on the server: $name', ({ day, title, head }) => {
  const facts = dayFacts(day as Day);
  expect([dayTitle(facts), dayHead(facts)]).toEqual([title, head]);
});
