// Campaigns on the desk: a draft is written, previewed, tested and sent; a sent one shows who got it.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { closePages, json, openPage } from '../test-server';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for them.
import '../features/admin/campaigns/Campaigns';
import '../ui/DialogFrame';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/campaigns';
const ONE = 'GET /api/campaigns/c1';
const none = { open: 0, sent: 0, skipped: 0, failed: 0 };
const draft = {
  _id: 'c1',
  subject: 'Snow on the pass',
  body: 'Bring boots.',
  audience: { kind: 'subscribers' },
  status: 'draft',
  version: 1,
  createdBy: 'Ang Rita',
  createdAt: '2026-11-19T20:00:00Z',
  recipients: none,
};
const sent = {
  ...draft,
  status: 'sent',
  version: 3,
  startedAt: '2026-11-19T21:00:00Z',
  recipients: { open: 0, sent: 8, skipped: 1, failed: 2 },
};
const one = (campaign: object) => data({ campaign });
const failed = {
  _id: 'r1',
  email: 'pemba@example.com',
  name: '',
  status: 'failed',
  error: 'the mail server rejected the email',
  endedAt: '2026-11-19T21:01:00Z',
};

test('the list shows drafts and how many got each sent email', async () => {
  desk({ [LIST]: data({ campaigns: [sent, { ...draft, _id: 'c2', subject: 'Spring' }], total: 2 }) });
  openPage('/admin?section=campaigns');
  const row = await screen.findByRole('row', { name: /Snow on the pass/ });
  for (const text of ['Newsletter subscribers', '8 of 11', '2 failed']) expect(row).toHaveTextContent(text);
  expect(screen.getByRole('row', { name: /Spring/ })).toHaveTextContent('Draft');
});

test('an email is written, saved, previewed, sent to oneself and sent to all', async () => {
  const server = desk({
    [LIST]: data({ campaigns: [], total: 0 }),
    [ONE]: [one(draft), one({ ...sent, status: 'sending', recipients: { ...none, open: 3 } })],
    'POST /api/campaigns': [
      json(400, {
        status: 'error',
        message: 'Invalid',
        errors: [{ field: 'subject', message: 'Subject is required' }],
      }),
      json(201, { status: 'success', data: { campaign: draft } }),
    ],
    'GET /api/campaigns/c1/preview': data({
      subject: draft.subject,
      html: '<p>Bring boots.</p>',
      text: 'Bring boots.',
      recipients: 3,
    }),
    'POST /api/campaigns/c1/test': json(202, { status: 'success', message: 'We sent the email to maya@example.com.' }),
    'POST /api/campaigns/c1/send': one({ ...sent, status: 'sending', recipients: { ...none, open: 3 } }),
    'GET /api/campaigns/c1/recipients': data({ recipients: [], total: 0 }),
  });
  const page = openPage('/admin?section=campaigns');
  await userEvent.click(await screen.findByRole('button', { name: 'New email' }));
  expect(screen.getByRole('button', { name: 'Send…' })).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Text'), 'Bring boots.');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Subject is required');
  await userEvent.type(screen.getByLabelText('Subject'), draft.subject);
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(page.address()).toContain('campaign=c1'));
  expect(await server.to('POST /api/campaigns')[1]?.json()).toEqual({
    subject: draft.subject,
    body: draft.body,
    audience: { kind: 'subscribers' },
  });

  // The page follows the address a moment later.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Preview' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const preview = within(await screen.findByRole('dialog', { name: draft.subject }));
  const frame = await preview.findByTitle('Preview of Snow on the pass');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('srcdoc', '<p>Bring boots.</p>');
  await userEvent.click(preview.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Send to me' }));
  expect(await screen.findByText('We sent the email to maya@example.com.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Send…' }));
  const ask = within(await screen.findByRole('dialog', { name: 'Send this email to 3 people?' }));
  expect(server.to('POST /api/campaigns/c1/send')).toHaveLength(0);
  await userEvent.click(ask.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText(/0 of 3 sent · 3 to be sent/)).toBeVisible();
  expect(await server.to('POST /api/campaigns/c1/send')[0]?.json()).toEqual({ version: 1 });
});

test('a draft can go to the travellers of a departure', async () => {
  const server = desk({
    'GET /api/departures': data({
      departures: [{ _id: 'd1', trekName: 'Rara Lake', startDate: '2027-04-03' }],
      total: 1,
    }),
    'POST /api/campaigns': json(201, { status: 'success', data: { campaign: draft } }),
    [ONE]: one(draft),
  });
  openPage('/admin?section=campaigns&campaign=new&departure=d1');
  expect(await screen.findByLabelText('To')).toHaveValue('d1');
  await userEvent.type(screen.getByLabelText('Subject'), 'Hello');
  await userEvent.type(screen.getByLabelText('Text'), 'Boots.');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(server.to('POST /api/campaigns')).toHaveLength(1));
  expect(await server.to('POST /api/campaigns')[0]?.json()).toMatchObject({
    audience: { kind: 'departure', departureId: 'd1' },
  });
});

test('a link to write to a departure does not continue an unsaved email to the subscribers', async () => {
  desk({ 'GET /api/departures': data({ departures: [], total: 0 }) });
  const page = openPage('/admin?section=campaigns&campaign=new');
  await userEvent.type(await screen.findByLabelText('Text'), 'Spring offers');
  await act(() => page.router.navigate('/admin?section=campaigns&campaign=new&departure=d1'));
  await waitFor(() => expect(screen.getByLabelText('To')).toHaveValue('d1'));
  expect(screen.getByLabelText('Text')).toHaveValue('');
  await act(() => page.router.navigate('/admin?section=campaigns&campaign=new'));
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue('Spring offers'));
  expect(screen.getByLabelText('To')).toHaveValue('');
});

test('a sent email shows who did not get it and why, and the failed ones can be sent again', async () => {
  const server = desk({
    [ONE]: one(sent),
    'GET /api/campaigns/c1/recipients': data({ recipients: [failed], total: 1 }),
    'POST /api/campaigns/c1/retry': one({ ...sent, status: 'sending', recipients: { ...none, open: 2, sent: 9 } }),
  });
  openPage('/admin?section=campaigns&campaign=c1');
  expect(await screen.findByText('8 of 11 sent · 1 unsubscribed before · 2 failed')).toBeVisible();
  const row = await screen.findByRole('row', { name: /pemba@example.com/ });
  expect(row).toHaveTextContent('the mail server rejected the email');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Failed');
  const asked = () => new URL(server.to('GET /api/campaigns/c1/recipients').at(-1)?.url ?? '').searchParams;
  await waitFor(() => expect(asked().get('state')).toBe('failed'));
  await userEvent.click(screen.getByRole('button', { name: 'Send the failed again…' }));
  const question = await screen.findByRole('dialog', { name: 'Send the email again to 2 people?' });
  expect(server.to('POST /api/campaigns/c1/retry')).toHaveLength(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(server.to('POST /api/campaigns/c1/retry')).toHaveLength(1));
});

/** A response that arrives when `respond` is called. */
function held(response: Response) {
  let respond = () => {};
  const later = new Promise<Response>((resolve) => {
    respond = () => resolve(response);
  });
  return { later, respond: () => respond() };
}

test('what is typed while a new email and then its draft are saved stays', async () => {
  const SAVE = 'PATCH /api/campaigns/c1';
  const created = held(json(201, { status: 'success', data: { campaign: draft } }));
  const changed = held(one({ ...draft, version: 2, body: 'Bring boots. And gloves.' }));
  const server = desk({
    'POST /api/campaigns': created.later,
    [ONE]: one(draft),
    [SAVE]: [changed.later, one({ ...draft, version: 3, body: 'Bring boots. And gloves. And hats.' })],
  });
  openPage('/admin?section=campaigns&campaign=new');
  const text = () => screen.findByLabelText('Text');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await userEvent.type(await screen.findByLabelText('Subject'), draft.subject);
  await userEvent.type(await text(), draft.body);
  await save();
  await userEvent.type(await text(), ' And gloves.');
  created.respond();
  expect(await screen.findByRole('heading', { name: 'Draft' })).toBeVisible();
  expect(await text()).toHaveValue('Bring boots. And gloves.');
  expect(screen.getByRole('button', { name: 'Send…' })).toBeDisabled();
  await save();
  await userEvent.type(await text(), ' And hats.');
  changed.respond();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save draft' })).not.toHaveAttribute('aria-busy'));
  expect(await text()).toHaveValue('Bring boots. And gloves. And hats.');
  await save();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send…' })).toBeEnabled());
  const sent = await Promise.all(server.to(SAVE).map((call) => call.json()));
  expect(sent).toMatchObject([
    { version: 1, body: 'Bring boots. And gloves.' },
    { version: 2, body: 'Bring boots. And gloves. And hats.' },
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Campaigns', current: false }));
  await userEvent.click(await screen.findByRole('button', { name: 'New email' }));
  expect(await text()).toHaveValue('');
});

test('a draft that a colleague saved meanwhile is not overwritten by what was typed before', async () => {
  const SAVE = 'PATCH /api/campaigns/c1';
  const theirs = { ...draft, version: 2, body: 'Bring gloves.' };
  const server = desk({
    [LIST]: data({ campaigns: [draft], total: 1 }),
    [ONE]: [one(draft), one(theirs)],
    [SAVE]: json(409, { status: 'error', message: 'Somebody else changed this email.', currentVersion: 2 }),
  });
  openPage('/admin?section=campaigns&campaign=c1');
  await userEvent.type(await screen.findByLabelText('Text'), ' Mine.');
  await userEvent.click(screen.getByRole('link', { name: 'Campaigns', current: false }));
  await userEvent.click(await screen.findByRole('link', { name: draft.subject }));
  await waitFor(() => expect(server.to(ONE)).toHaveLength(2));
  expect(await screen.findByLabelText('Text')).toHaveValue('Bring boots. Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else changed this email.');
  expect(await server.to(SAVE)[0]?.json()).toMatchObject({ version: 1 });
  expect(screen.getByLabelText('Text')).toHaveValue('Bring boots. Mine.');
  await userEvent.click(screen.getByRole('button', { name: 'Discard mine and reload' }));
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue('Bring gloves.'));
});
