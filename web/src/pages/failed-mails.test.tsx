import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import '../features/admin/FailedMails';
import './AdminPage';

afterEach(closePages);

const FAILED = 'GET /api/mails/failed';
const AGAIN = 'POST /api/mails/m1/resend';
const mail = {
  _id: 'm1',
  kind: 'mailBookingConfirmed',
  to: 'gone@away.example',
  lastError: '550 5.1.1 There is no such mailbox',
  tries: 1,
  createdAt: '2026-11-20T06:00:00Z',
  givenUpAt: '2026-11-20T06:00:01Z',
};
const list = (...mails: object[]) => json(200, { status: 'success', data: { mails, total: mails.length } });
const admin = { ...maya, role: 'admin' as const };
const region = async () => within(await screen.findByRole('region', { name: 'Undelivered emails' }));

test('ROLE-04 ROLE-08 an administrator sees which emails failed and why, and sends one again', async () => {
  const server = serve({
    ...answers,
    ...signedIn(admin),
    [FAILED]: [list(mail), list()],
    [AGAIN]: json(202, { status: 'success', message: 'Email sent.' }),
  });
  openPage('/admin?section=failed-mails');
  const failed = await region();
  const row = await failed.findByRole('row', { name: /gone@away\.example/ });
  expect(row).toHaveTextContent('Booking confirmed550 5.1.1 There is no such mailbox1 attempt');
  await userEvent.click(within(row).getByRole('button', { name: /Send again/ }));
  expect(await failed.findByText(/^No undelivered emails\./)).toBeVisible();
  expect(server.to(AGAIN)).toHaveLength(1);
  expect(await screen.findByText('Email to gone@away.example queued.')).toBeInTheDocument();
});

test("an email that may not be sent any more stays in the list, with the server's message", async () => {
  const words = 'The code in this email has expired, so it was not sent again.';
  serve({
    ...answers,
    ...signedIn(admin),
    [FAILED]: list(mail),
    [AGAIN]: json(409, { status: 'error', message: words }),
  });
  openPage('/admin?section=failed-mails');
  const failed = await region();
  await userEvent.click(await failed.findByRole('button', { name: /Send again/ }));
  expect(await screen.findByText(words)).toBeInTheDocument();
  await waitFor(() => expect(failed.getByRole('button', { name: /Send again/ })).toBeEnabled());
});

test('a list that fails to load can be loaded again', async () => {
  serve({ ...answers, ...signedIn(admin), [FAILED]: [json(500, {}), list()] });
  openPage('/admin?section=failed-mails');
  await userEvent.click(await (await region()).findByRole('button', { name: 'Try again' }));
  expect(await (await region()).findByText(/^No undelivered emails\./)).toBeVisible();
});
