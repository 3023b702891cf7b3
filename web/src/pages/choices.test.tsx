// /choices/:token with the real route table, without a login.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Choices } from '../features/choices/choices';
import { makeDeparture } from '../fixtures';
import { answers, closePages, json, openPage, serve } from '../test-server';

afterEach(closePages);

const moved: Choices = {
  kind: 'move',
  trekId: 't1',
  trekName: 'Everest Base Camp',
  reference: 'KD-1207',
  firstName: 'Maya',
  guests: 2,
  reason: 'No flights to Lukla',
  from: { startDate: '2027-04-03', endDate: '2027-04-14' },
  to: { startDate: '2027-04-05', endDate: '2027-04-16' },
  answerBy: '2027-03-20',
  whenSilent: 'accept',
  amountPaid: 2475,
  currency: 'USD',
  creditMonths: 24,
  options: ['accept', 'credit', 'refund', 'departure'],
  departures: [makeDeparture({ _id: 'd3', startDate: '2027-05-01', endDate: '2027-05-12' })],
  choice: null,
  answeredAt: null,
};
const answer = (choices: Choices) => json(200, { status: 'success', data: { choices } });

test('a traveller whose departure was moved reads what happened, chooses another departure, confirms and sees the result', async () => {
  const done: Choices = { ...moved, choice: 'departure', answeredAt: '2027-03-01T08:00:00Z' };
  const server = serve({ ...answers, 'GET /api/choices/tok': answer(moved), 'POST /api/choices/tok': answer(done) });
  openPage('/choices/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your departure has a new date' })).toBeVisible();
  for (const text of [/No flights to Lukla/, 'KD-1207', 'Sat, Apr 03 – Wed, Apr 14, 2027', 'Mar 20, 2027'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/your booking moves to the new date/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose one of the options.');
  await userEvent.click(screen.getByRole('radio', { name: /Choose another departure/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a departure.');
  await userEvent.selectOptions(screen.getByLabelText('Departure'), 'd3');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  const check = within(screen.getByRole('region', { name: 'Choose another departure' }));
  expect(check.getByText('Sat, May 01 – Wed, May 12, 2027')).toBeVisible();
  expect(server.to('POST /api/choices/tok')).toHaveLength(0);
  await userEvent.click(check.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /Choose another departure/ })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your booking moves to the departure you chose' }),
  ).toHaveFocus();
  expect(await server.to('POST /api/choices/tok')[0]?.json()).toEqual({ choice: 'departure', departureId: 'd3' });
});

test('a cancelled departure offers no new date, and says that silence means a refund', async () => {
  const cancelled: Choices = {
    ...moved,
    kind: 'cancel',
    to: null,
    whenSilent: 'refund',
    options: ['refund', 'departure'],
    departures: [],
  };
  serve({ ...answers, 'GET /api/choices/tok': answer(cancelled) });
  openPage('/choices/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your departure is cancelled' })).toBeVisible();
  expect(screen.getByRole('radio', { name: /Get a full refund/ })).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /new date|another departure|credit/ })).toBeNull();
  expect(screen.getByText('$2,475.00 goes back the way you paid.')).toBeVisible();
  expect(screen.getByText(/we refund everything you paid/)).toBeVisible();
});

test('a refused answer keeps the choice, and a used or unknown link says so', async () => {
  const gone = json(410, { status: 'error', message: 'This link has been used.' });
  const full = json(409, { status: 'error', message: 'This departure is sold out.', data: { seatsLeft: 0 } });
  serve({ ...answers, 'GET /api/choices/tok': answer(moved), 'POST /api/choices/tok': [full, gone] });
  openPage('/choices/tok');
  await userEvent.click(await screen.findByRole('radio', { name: /Take the new date/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This departure is sold out.');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('heading', { name: 'This link is no longer open' })).toBeVisible();
  closePages();
  document.body.innerHTML = '';
  serve({ ...answers, 'GET /api/choices/nope': json(404, { status: 'error', message: 'Not found' }) });
  openPage('/choices/nope');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This link is not valid' })).toBeVisible());
});
