// Reviews at the desk.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/reviews/Reviews';
import './AdminPage';

afterEach(closePages);

const review = {
  _id: 'r1',
  state: 'waiting',
  rating: 4,
  title: 'Good',
  text: 'Steep, and worth every step of it.',
  name: 'Maya',
  trekId: 't1',
  trek: 'Mardi Himal',
  bookingId: 'b0',
  reference: 'KD-1207',
  walkedOn: '2026-11-02',
  createdAt: '2026-11-10T20:00:00Z', // November 11 at the agency
  version: 2,
};
const list = (...reviews: object[]) => json(200, { status: 'success', data: { reviews, total: reviews.length } });
const one = (more: object) => json(200, { status: 'success', data: { review: { ...review, ...more } } });
const desk = () => ({ ...answers, ...signedIn({ ...maya, role: 'staff' }) });

test('staff publish the review that they have read', async () => {
  const stale = json(409, {
    status: 'error',
    message: 'This review was changed. Reload and read it again.',
    currentVersion: 3,
  });
  const server = serve({
    ...desk(),
    'GET /api/reviews': [list(review), list({ ...review, title: 'Changed', version: 3 }), list()],
    'POST /api/reviews/r1/approve': [stale, one({ title: 'Changed', state: 'approved', version: 4 })],
  });
  openPage('/admin?section=reviews');
  expect(await screen.findByText(/Written on Nov 11, 2026/)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /Publish ?“Good”/ }));
  expect(await screen.findByText('This review was changed. Reload and read it again.')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: /Publish ?“Changed”/ }));
  expect(await screen.findByText(/No reviews are waiting/)).toBeVisible();
  const asked = await Promise.all(server.to('POST /api/reviews/r1/approve').map((call) => call.json()));
  expect(asked).toEqual([{ version: 2 }, { version: 3 }]);
});

test('a rejection needs a reason', async () => {
  const server = serve({
    ...desk(),
    'GET /api/reviews': [list(review), list()],
    'POST /api/reviews/r1/reject': one({ state: 'rejected', reason: 'Names a guide' }),
  });
  openPage('/admin?section=reviews');
  await userEvent.click(await screen.findByRole('button', { name: /Reject ?“Good”/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the review' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByText('Enter a reason')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reason, for staff'), 'Names a guide');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText(/No reviews are waiting/)).toBeVisible();
  expect(await server.to('POST /api/reviews/r1/reject')[0]?.json()).toEqual({ version: 2, reason: 'Names a guide' });
});
