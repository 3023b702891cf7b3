// The golden cases that the server reads days by too.

import { expect, test } from 'vitest';
import golden from '../../../../contract/itinerary-cases.json';
import { readDay } from '../../api/parse-days';
import { duration } from '../../lib/format';

test.each(golden.durations)('ITIN-04 $minutes minutes are told as $text', ({ minutes, text }) => {
  expect(duration(minutes)).toBe(text);
});

test.each(golden.legacyDays)('ITIN-07 ITIN-22 a day is read as on the server: $name', ({ given, expect: day }) => {
  expect(readDay(given)).toEqual(day);
});

test.each(golden.connections)('ITIN-24 a connection is read as on the server: $name', (golden) => {
  const day = readDay({ waypoints: [], connections: [golden.given], foodDetails: {} });
  expect(day?.connections).toEqual([golden.expect]);
});
