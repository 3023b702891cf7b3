import { expect, test } from 'vitest';
import { trek } from '../../test-server';
import { plotTreks, trekLines } from './trek-map';

const everest = trek('Everest');
const langtang = trek('Langtang');
const nowhere = trek('Nowhere', { endingPlace: { name: '?', coordinates: { latitude: 0, longitude: 0 } } });
const summit = { name: 'Kala Patthar', altitude: 5545, coordinates: { latitude: 27.996, longitude: 86.828 } };
const drawn = new Map([
  [
    everest._id,
    {
      _id: everest._id,
      highestPoint: summit,
      lines: [
        [
          [86.731, 27.687],
          [86.714, 27.806],
          [86.828, 27.996],
        ],
      ],
    },
  ],
]);

test('a pin marks the highest point of its trek, or the ending place when that is unknown', () => {
  const plotted = plotTreks([everest, langtang, nowhere], drawn);
  expect(plotted.map((one) => [one.trek.name, one.at.latitude, one.summit?.name])).toEqual([
    ['Everest', 27.996, 'Kala Patthar'],
    ['Langtang', 27.7, undefined],
  ]);
  expect(plotTreks([everest], undefined).map((one) => one.at.latitude)).toEqual([27.7]);
});

test('the route of each trek is a line of its own', () => {
  const lines = trekLines(plotTreks([langtang, everest], drawn), drawn);
  expect(lines).toEqual([
    {
      day: 2,
      mode: 'walking',
      from: { latitude: 27.687, longitude: 86.731 },
      through: [{ latitude: 27.806, longitude: 86.714 }],
      to: { latitude: 27.996, longitude: 86.828 },
    },
  ]);
});
