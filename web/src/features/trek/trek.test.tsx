import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Route, Trek } from '../../api/types';
import { makeRoute } from '../../fixtures';
import { Toaster } from '../../ui/Toaster';
import { AltitudeProfile } from './AltitudeProfile';
import { Amenities } from './Amenities';
import { Gallery } from './Gallery';
import { Included } from './Included';
import { Overview } from './Overview';
import { RouteSelector } from './RouteSelector';
import { ShareButton } from './ShareButton';
import { visibleRoutes } from './useTrek';

afterEach(() => {
  vi.useRealTimers();
});

function clipboard(writeText: () => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: vi.fn(writeText) }, configurable: true });
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
}

test('TREK-09 TREK-15 sharing copies the link and confirms it for two seconds', async () => {
  clipboard(async () => {});
  vi.useFakeTimers();
  render(<ShareButton title="Everest Base Camp" />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(navigator.clipboard.writeText).toHaveBeenCalledWith(location.href);
  expect(screen.getByRole('button')).toHaveTextContent('Link copied');
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.getByRole('button')).toHaveTextContent('Link copied');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button')).toHaveTextContent('Share');
});

test('TREK-14 a failed copy shows an error', async () => {
  clipboard(async () => Promise.reject(new Error('denied')));
  render(
    <>
      <ShareButton title="Everest Base Camp" />
      <Toaster />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByText('Failed to copy URL')).toBeInTheDocument();
});

test('TREK-09 where the phone can share, its share sheet opens, and closing it shows no message', async () => {
  clipboard(async () => {});
  const share = vi.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  render(<ShareButton title="Everest Base Camp" />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await act(async () => {});
  expect(share).toHaveBeenCalledWith({ title: 'Everest Base Camp', url: location.href });
  expect(navigator.clipboard.writeText).not.toHaveBeenCalled();
});

test('TREK-11 six amenities are shown, the others on demand', async () => {
  render(<Amenities features={Array.from({ length: 9 }, (_, index) => `Feature ${index + 1}`)} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 9' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
});

test('what the price includes and excludes are two lists; an empty list is left out', () => {
  const { rerender } = render(<Included included={['Guide', 'Permits']} notIncluded={['Flights']} />);
  const lines = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('listitem')
      .map((line) => line.textContent);
  expect(lines('Included')).toEqual(['Guide', 'Permits']);
  expect(lines('Not included')).toEqual(['Flights']);
  rerender(<Included included={[]} notIncluded={['Flights']} />);
  expect(screen.queryByRole('heading', { name: 'Included' })).toBeNull();
  rerender(<Included included={[]} notIncluded={[]} />);
  expect(screen.queryByRole('list')).toBeNull();
});

test('the features of a trek are shown as highlights', () => {
  render(<Amenities features={['Licensed guide']} />);
  expect(screen.getByRole('region', { name: 'Highlights' })).toHaveTextContent('Licensed guide');
});

test('a long overview can be expanded, a short one has no button', async () => {
  const { rerender } = render(<Overview description={'A long way. '.repeat(60)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Read more' }));
  expect(screen.getByRole('button', { name: 'Read less' })).toHaveAttribute('aria-expanded', 'true');
  rerender(<Overview description="A short way." />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('TREK-04 TREK-17 one route is selected, and each shows its key facts', async () => {
  const chosen = vi.fn();
  const route = (id: string, name: string) => ({ _id: id, name, description: '' }) as Route;
  const choices = [
    { route: route('r1', 'Classic'), facts: '12 days, highest point 5,545 m', price: '$1,295' },
    { route: route('r2', 'By Gokyo'), facts: '15 days, highest point 5,420 m', price: '$1,600' },
  ];
  render(<RouteSelector choices={choices} value="r1" onChange={chosen} />);
  expect(screen.getByRole('radio', { name: /Classic/ })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: /By Gokyo.*15 days/ }));
  expect(chosen).toHaveBeenCalledWith('r2');
});

test('TREK-10 every picture of the gallery opens in the lightbox', async () => {
  render(
    <Gallery
      name="Everest Base Camp"
      images={['/a.svg', '/b.svg', '/c.svg', '/d.svg', '/e.svg', '/f.svg', '/a.svg']}
    />,
  );
  expect(screen.getAllByRole('button')).toHaveLength(5);
  expect(screen.getByText('+1 more')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open picture 2 of 6' }));
  expect(await screen.findByRole('dialog', { name: 'Pictures of Everest Base Camp' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Slide 6' })).toBeInTheDocument();
});

test('the lightbox labels the product’s illustrations, but never an upload', async () => {
  const upload = '/uploads/images/secondary/a.jpg';
  render(
    <Gallery
      name="Rara Lake"
      images={['/pictures/rara-lake/1.webp', upload, 'https://elsewhere.example/pictures/a.jpg']}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open picture 1 of 3' }));
  await screen.findByRole('dialog', { name: 'Pictures of Rara Lake' });
  expect(screen.getByText(/Illustration/)).toHaveTextContent('· 1 of 3 · Illustration');
  await userEvent.click(screen.getByRole('button', { name: 'Next picture' }));
  expect(screen.getByText(/2 of 3$/)).toBeInTheDocument();
  expect(screen.queryByText(/Illustration/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next picture' }));
  expect(screen.getByText(/3 of 3$/)).toBeInTheDocument();
  expect(screen.queryByText(/Illustration/)).not.toBeInTheDocument();
});

test('the profile has a text alternative, and its days open the itinerary', async () => {
  const opened = vi.fn();
  const point = (along: number, altitude: number, name: string, day: number) => ({ along, altitude, name, day });
  const points = [point(0, 2860, 'Lukla', 1), point(0.5, 5545, 'Kala Patthar', 1), point(1, 2860, 'Lukla', 2)];
  const highest = points[1] as (typeof points)[number];
  render(<AltitudeProfile altitudes={{ points, highest, lowest: 2860, days: 2 }} onDay={opened} />);
  expect(screen.getByText(/Highest point: Kala Patthar, 5,545 m, on day 1/)).toBeInTheDocument();
  const days = screen.getByRole('slider', { name: 'Open a day' });
  await userEvent.tab();
  expect(days).toHaveFocus();
  expect(days).toHaveAttribute('aria-valuetext', 'Day 1, Lukla to Kala Patthar');
  // jsdom does not move a slider by arrow keys.
  fireEvent.change(days, { target: { value: '2' } });
  expect(days).toHaveAttribute('aria-valuetext', 'Day 2, Lukla');
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledWith(2);
});

test('a press on the days below the profile opens that day, and dragging along them opens none', () => {
  const opened = vi.fn();
  const point = (along: number, day: number) => ({ along, altitude: 1000 + day, name: `Camp ${day}`, day });
  const points = Array.from({ length: 25 }, (_, index) => point(index / 25, index + 1));
  const highest = points[24] as (typeof points)[number];
  render(<AltitudeProfile altitudes={{ points, highest, lowest: 1001, days: 25 }} onDay={opened} />);
  const days = screen.getByRole('slider', { name: 'Open a day' });
  days.getBoundingClientRect = () => new DOMRect(0, 0, 250, 44);
  fireEvent.pointerDown(days, { clientX: 205, button: 0 });
  fireEvent.pointerUp(days, { clientX: 206, button: 0 });
  expect(opened).toHaveBeenLastCalledWith(21);
  fireEvent.pointerDown(days, { clientX: 20, button: 0 });
  fireEvent.pointerUp(days, { clientX: 120, button: 0 });
  expect(opened).toHaveBeenCalledTimes(1);
});

test('TREK-16 a hidden route is not offered', () => {
  const trek = { routes: [makeRoute(), makeRoute({ _id: 'r2', isVisible: false }), makeRoute({ _id: 'r3' })] } as Trek;
  expect(visibleRoutes(trek).map((one) => one._id)).toEqual(['r1', 'r3']);
  expect(visibleRoutes({ routes: null } as unknown as Trek)).toEqual([]);
});
