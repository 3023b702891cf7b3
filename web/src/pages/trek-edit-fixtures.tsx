// The trek editor with a fake server: Langtang with one day, an administrator, the page.
import { configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Day } from '../api/types';
// Preloaded, so that no test waits for it.
import '../features/trek-editor/Conflict';
import { makeRoute, makeTrek } from '../fixtures';
import { answers, json, maya, openPage, serve, signedIn, trek } from '../test-server';

// The form has many fields: computing visibility from the styles of all ancestors takes seconds on a busy machine.
configure({ defaultHidden: true });

export const admin = { ...maya, role: 'admin' as const };
export const summary = trek('Langtang');
export const id = summary._id;
export const READ = `GET /api/treks/${id}`;
export const SAVE = `PUT /api/treks/${id}`;
export const PAGE = `/package/edit/${id}`;
export const DRAFT = `trek-draft:${id}`;

export const day: Day = {
  waypoints: [
    {
      name: 'Syabrubesi',
      coordinates: { latitude: 28.16, longitude: 85.34 },
      altitude: 1503,
      isStartPoint: true,
      isEndPoint: false,
    },
    {
      name: 'Lama Hotel',
      coordinates: { latitude: 28.17, longitude: 85.43 },
      altitude: 2470,
      isStartPoint: false,
      isEndPoint: true,
    },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
      description: 'Up the gorge.',
      distance: 11.7,
    },
  ],
  accommodation: { title: 'Lodge', description: 'Twin rooms.', features: ['Stove'] },
  foodDetails: { breakfast: ['Eggs'], lunch: ['Thukpa'], dinner: ['Dal bhat'] },
};
const { highestPoint: _, profile: __, ...common } = summary;
export const langtang = makeTrek({
  ...common,
  features: ['Glaciers'],
  images: { bannerImage: '/pictures/a.svg', secondaryImages: ['/pictures/b.svg'] },
  version: 3,
  routes: [
    makeRoute({
      ...summary.routes[0],
      description: 'The classic.',
      numberOfDays: 1,
      numberOfNights: 0,
      dailyActivities: [day],
    }),
  ],
});
export const found = (one: unknown = langtang) => json(200, { status: 'success', data: { trek: one } });
export const refused = (status: number, more: object = {}) => json(status, { status: 'error', message: '', ...more });

export type Answers = Parameters<typeof serve>[0];
export async function openEditor(more: Answers = {}, path = PAGE) {
  const server = serve({
    ...answers,
    ...signedIn(admin),
    'GET /api/mails/failed': refused(404),
    [READ]: found(),
    ...more,
  });
  const page = openPage(path);
  await screen.findByLabelText('Trek name');
  return { ...page, server };
}

export const update = () => userEvent.click(screen.getByRole('button', { name: 'Update Trek' }));
export const name = () => screen.getByLabelText('Trek name');
export async function rename(to: string) {
  await userEvent.clear(name());
  await userEvent.type(name(), to);
}
/** The waypoint with this name, because connections list the same names. */
export const waypoint = (called: string) =>
  screen.queryAllByRole('combobox', { name: 'Name' }).find((one) => (one as HTMLInputElement).value === called);
export const openDay = () => userEvent.click(screen.getByRole('button', { name: /^Day 1/ }));
