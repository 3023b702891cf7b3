// Runs the golden cases shared with the server's parser.

import { expect, test } from 'vitest';
import golden from '../../../../contract/itinerary-cases.json';
import { readDay } from '../../api/parse-days';
import { duration } from '../../lib/format';

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
