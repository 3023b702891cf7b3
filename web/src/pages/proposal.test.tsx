// Proposals: /proposal/:token with the real route table, and the editor at the desk.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Proposal } from '../api/types';
import { makeBooking } from '../fixtures';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for them.
import '../features/proposal/Proposals';
import './AdminPage';

afterEach(closePages);

const READ = 'GET /api/proposal/tok';
const proposal: Proposal = {
  _id: 'p1',
  number: 1,
  state: 'sent',
  title: 'Upper Dolpo <b>in March</b>',
  message: 'As we discussed.',
  location: 'Dolpo',
  bannerImage: '',
  days: [
    { from: 'Juphal', to: 'Dunai', lodging: 'Tea house', description: 'Along the river' },
    { from: 'Dunai', to: 'Dunai', lodging: '', description: '' },
  ],
  startDate: '2027-03-01',
  endDate: '2027-03-02',
  guests: 2,
  lines: [
    { text: 'Guided trek', quantity: 2, unitPrice: 1500.5, amount: 3001, counts: true },
    { text: 'Early booking', quantity: 1, unitPrice: -100, amount: -100, counts: true },
    { text: 'Single tent', quantity: 2, unitPrice: 80.25, amount: 160.5, counts: false },
  ],
  priceBreakdown: { ...makeBooking().priceBreakdown, total: 2901, currency: 'USD' },
  pricePerHead: 1450.5,
  terms: { deposit: { percent: 20 }, balance: { daysBefore: 30 } },
  schedule: [
    { amount: 580.2, dueAt: '2026-11-20', paid: false },
    { amount: 2320.8, dueAt: '2027-01-30', paid: false },
  ],
  included: ['Permits'],
  notIncluded: ['Tips'],
  validUntil: '2026-12-10',
  cancellationDeadlines: [],
  canBeAccepted: true,
};
const read = (more: Partial<Proposal> = {}) =>
  json(200, { status: 'success', data: { proposal: { ...proposal, ...more } } });

test('a traveller reads days and price, and logs in to accept', async () => {
  serve({ ...answers, [READ]: read() });
  openPage('/proposal/tok');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Upper Dolpo <b>in March</b>');
  const price = within(screen.getByRole('region', { name: 'Price' }));
  const rows = price.getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual([
    'Guided trek2 × $1,500.50$3,001.00',
    'Early booking−$100.00',
    'Total$2,901.00',
    'Options and own arrangements, not in the total',
    'Single tent2 × $80.25$160.50',
  ]);
  expect(within(screen.getByRole('region', { name: 'Day by day' })).getByText('Juphal to Dunai')).toBeVisible();
  const link = await screen.findByRole('link', { name: 'Log in to accept' });
  expect(link).toHaveAttribute('href', '/login?next=%2Fproposal%2Ftok');
});

test('accepting leads to the guests of the booking, with the deposit or with everything', async () => {
  serve({ ...answers, ...signedIn(), [READ]: read() });
  const { address } = openPage('/proposal/tok');
  const button = await screen.findByRole('button', { name: 'Accept and pay the deposit' });
  await userEvent.click(await screen.findByRole('radio', { name: /Pay all now/ }));
  expect(button).toHaveTextContent('Accept and pay');
  expect(button).not.toHaveTextContent('deposit');
  await userEvent.click(button);
  expect(await screen.findByRole('group', { name: /primary guest/i })).toBeVisible();
  expect(address()).toBe('/booking');
  expect(screen.getByRole('link', { name: 'View proposal' })).toHaveAttribute('href', '/proposal/tok');
});

test('an accepted proposal leads its owner to the booking, and others to the login', async () => {
  const booking = { _id: 'b1', reference: 'KD-1207', status: 'Pending' as const };
  serve({ ...answers, ...signedIn(), [READ]: read({ state: 'accepted', canBeAccepted: false, booking }) });
  openPage('/proposal/tok');
  expect(await screen.findByText('KD-1207')).toBeVisible();
  const pay = screen.getByRole('link', { name: 'Continue to payment' });
  expect(pay).toHaveAttribute('href', '/checkout?booking=b1');
  closePages();
  document.body.innerHTML = '';
  serve({ ...answers, [READ]: read({ state: 'accepted', canBeAccepted: false }) });
  openPage('/proposal/tok');
  expect(await screen.findByRole('heading', { name: 'This proposal was accepted' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Log in to accept' })).toBeNull();
});

test('a proposal that ended, was replaced or is wrong says so', async () => {
  serve({ ...answers, [READ]: read({ state: 'expired', canBeAccepted: false }) });
  openPage('/proposal/tok');
  expect(await screen.findByText(/It could be accepted until Dec 10, 2026/)).toBeVisible();
  closePages();
  document.body.innerHTML = '';
  const message = 'This proposal was replaced by a new version.';
  const url = 'https://treks.chautari.example/proposal/new';
  serve({ ...answers, [READ]: json(410, { status: 'error', message, data: { url } }) });
  openPage('/proposal/tok');
  expect(await screen.findByText(message, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'View the new version' })).toHaveAttribute('href', '/proposal/new');
  closePages();
  document.body.innerHTML = '';
  serve({ ...answers, [READ]: json(404, { status: 'error', message: 'This link is not valid.' }) });
  openPage('/proposal/tok');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

test('what staff type while a draft is saved stays, and is saved over the new version', async () => {
  const SAVE = 'PATCH /api/proposals/p1';
  const draftOf = (version: number, title: string) =>
    data({
      proposal: {
        shown: { ...proposal, title, state: 'draft' },
        version,
        customTrekId: 'ct1',
        name: 'Maya Gurung',
        email: 'maya@example.com',
        createdAt: '2026-11-19T20:00:00Z',
        updatedAt: '2026-11-19T20:00:00Z',
      },
    });
  let respond = () => {};
  const server = desk({
    'GET /api/proposals/p1': draftOf(1, ''),
    [SAVE]: [
      new Promise<Response>((resolve) => {
        respond = () => resolve(draftOf(2, 'Dolpo'));
      }),
      draftOf(3, 'Dolpo in March'),
    ],
  });
  openPage('/admin?section=proposals&proposal=p1');
  const title = await screen.findByLabelText('Title');
  await userEvent.type(title, 'Dolpo{Enter}');
  await waitFor(() => expect(server.to(SAVE)).toHaveLength(1));
  await userEvent.type(title, ' in March');
  respond();
  expect(await screen.findByText('Proposal saved.')).toBeVisible();
  expect(title).toHaveValue('Dolpo in March');
  expect(title).toHaveFocus();
  expect(screen.getByText('Unsaved changes')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  const sent = await Promise.all(server.to(SAVE).map((call) => call.json()));
  expect(sent).toMatchObject([
    { version: 1, content: { title: 'Dolpo' } },
    { version: 2, content: { title: 'Dolpo in March' } },
  ]);
  await waitFor(() => expect(sessionStorage.getItem('draft:proposal:p1')).toBeNull());
});
