import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { itineraryTexts, type Reading } from '../../api/parse-days';
import type { Day } from '../../api/types';
import { dayKey, Itinerary } from './Itinerary';

const coordinates = { latitude: 27.8, longitude: 86.7 };
const day: Day = {
  waypoints: [
    { name: 'Namche Bazaar', coordinates, isStartPoint: true, isEndPoint: false, altitude: 3440 },
    { name: 'Phunki Tenga', coordinates, isStartPoint: false, isEndPoint: false, altitude: 3250 },
    { name: 'Tengboche', coordinates, isStartPoint: false, isEndPoint: true, altitude: 3860 },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
      description: 'Along the slope',
      duration: 195,
      distance: 7,
    },
    {
      fromWaypointIndex: 1,
      toWaypointIndex: 2,
      transportMode: 'custom',
      customTransportType: 'Mule',
      description: 'Up through the forest',
    },
  ],
  accommodation: { title: 'Monastery lodge', description: 'Two beds a room.', features: ['Hot shower'] },
  foodDetails: {
    breakfast: ['Porridge', 'Eggs', 'Toast', 'Tea', 'Fruit'],
    lunch: ['Dal bhat'],
    dinner: ['Soup', 'Momo', 'Rice'],
  },
};

function Page({ reading }: { reading: Reading }) {
  const [open, setOpen] = useState<string[]>([]);
  return <Itinerary reading={reading} open={open} onOpen={setOpen} />;
}

test('TREK-06 the header of a day shows start and end, hours, km, ascent and the sleeping altitude', () => {
  render(<Page reading={{ days: [day] }} />);
  const head = screen.getByRole('button', { name: /Day 1/ });
  expect(head).toHaveTextContent('Namche Bazaar to Tengboche');
  expect(head).toHaveTextContent('3 h 15 min on foot 7 km sleep at 3,860 m');
  expect(screen.queryByText('Along the slope')).not.toBeInTheDocument();
});

test('ITIN-01..05 an opened day shows its waypoints and connections with mode, description, duration and distance', async () => {
  render(<Page reading={{ days: [day] }} />);
  await userEvent.click(screen.getByRole('button', { name: /Day 1/ }));
  for (const name of ['Namche Bazaar', 'Phunki Tenga', 'Tengboche']) expect(screen.getByText(name)).toBeInTheDocument();
  expect(screen.getByText('On foot, 3 h 15 min, 7 km')).toBeInTheDocument();
  expect(screen.getByText('Along the slope')).toBeInTheDocument();
  expect(screen.getByText('Night: Monastery lodge')).toBeInTheDocument();
});

test('ITIN-23 ITIN-24 a custom connection shows its own type, and remains without duration and distance', async () => {
  render(<Page reading={{ days: [day] }} />);
  await userEvent.click(screen.getByRole('button', { name: /Day 1/ }));
  expect(screen.getByText('Mule')).toBeInTheDocument();
  expect(screen.getByText('Up through the forest')).toBeInTheDocument();
});

test('ITIN-06 three items of a meal are shown, then how many more there are, and those on demand', async () => {
  render(<Page reading={{ days: [day] }} />);
  await userEvent.click(screen.getByRole('button', { name: /Day 1/ }));
  const breakfast = screen.getByText('Breakfast').parentElement as HTMLElement;
  expect(breakfast).toHaveTextContent('Porridge, Eggs, Toast +2 more items');
  await userEvent.click(within(breakfast).getByRole('button'));
  expect(breakfast).toHaveTextContent('Porridge, Eggs, Toast, Tea, Fruit');
  expect(screen.getByText('Dinner').parentElement).not.toHaveTextContent('more items');
});

test('all days open and close at once', async () => {
  render(<Page reading={{ days: [day, day] }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open all days' }));
  expect(screen.getAllByText('Along the slope')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Close all days' }));
  expect(screen.queryByText('Along the slope')).not.toBeInTheDocument();
  expect(dayKey(3)).toBe('day-3');
});

test('ITIN-17 ITIN-18 data errors are listed under their heading', () => {
  render(<Page reading={{ problems: ['Day 2: Invalid data structure', 'Day 5: Invalid data structure'] }} />);
  expect(screen.getByRole('heading', { name: 'Data Structure Error' })).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Day 2: Invalid data structure',
    'Day 5: Invalid data structure',
  ]);
});

test.each([
  ['ITIN-19', itineraryTexts.noRoutes, 'No routes available'],
  ['ITIN-20', itineraryTexts.noRoute, 'Selected route data is missing'],
  ['ITIN-21', itineraryTexts.noDays, 'Daily activities data is missing or invalid'],
])('%s what is missing is said by itself', (_, problem, words) => {
  render(<Page reading={{ problems: [problem] }} />);
  expect(screen.getByRole('heading')).toHaveTextContent(words);
});

test('a link to #itinerary scrolls to the loaded itinerary, and other hashes do not scroll', () => {
  const moved = vi.fn();
  Element.prototype.scrollIntoView = function (this: Element) {
    moved(this.id);
  };
  render(<Page reading={{ days: [day] }} />).unmount();
  expect(moved).not.toHaveBeenCalled();
  window.history.replaceState(null, '', '#itinerary');
  render(<Page reading={{ days: [day] }} />);
  window.history.replaceState(null, '', location.pathname);
  expect(moved.mock.calls).toEqual([['itinerary']]);
});
