// Enquiries on the desk: the list, an answer with a saved reply, and a colleague who was faster.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { closePages, json, openPage } from '../test-server';
import { data, desk } from './desk-fixtures';

// Preloaded, so that no test waits for them.
import '../features/admin/enquiries/Enquiries';
import '../ui/DialogFrame';
import './AdminPage';

afterEach(closePages);

const LIST = 'GET /api/enquiries';
const ONE = 'GET /api/enquiries/e1';
const ANSWER = 'POST /api/enquiries/e1/answers';
const REPLIES = 'GET /api/saved-replies';
const question = {
  _id: 'm1',
  author: 'traveller',
  authorName: 'Maya Gurung',
  text: 'Is it cold?',
  sentAt: '2026-11-19T20:00:00Z',
};
const enquiry = {
  _id: 'e1',
  trekId: 't1',
  trekName: 'Langtang Valley',
  name: 'Maya Gurung',
  email: 'maya@example.com',
  isVerified: false,
  status: 'Waiting',
  version: 1,
  createdAt: '2026-11-19T20:00:00Z',
  lastMessageAt: '2026-11-19T20:00:00Z',
};
const thread = { ...enquiry, messages: [question] };
const answered = {
  ...thread,
  status: 'Answered',
  version: 2,
  messages: [question, { ...question, _id: 'm2', author: 'staff', authorName: 'Ang Rita', text: 'Yes.' }],
};
const permits = { _id: 'r1', title: 'Permits', text: 'You need two permits.', version: 1 };
const replies = (...savedReplies: object[]) => data({ savedReplies });

test('staff find enquiries by text, status and page', async () => {
  const server = desk({ [LIST]: () => data({ enquiries: [enquiry], total: 60 }) });
  openPage('/admin?section=enquiries');
  const row = await screen.findByRole('row', { name: /Maya Gurung/ });
  for (const text of ['Langtang Valley', 'Waiting', 'Nov 20, 2026']) expect(row).toHaveTextContent(text);
  expect(screen.getByText('60 enquiries')).toBeVisible();
  const asked = () => Object.fromEntries(new URL(server.to(LIST).at(-1)?.url ?? '').searchParams);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Waiting');
  await userEvent.type(screen.getByRole('searchbox', { name: /Search name/ }), 'maya');
  await waitFor(() => expect(asked()).toEqual({ state: 'Waiting', search: 'maya', page: '1', limit: '25' }));
});

test('an answer is written from a saved reply; if a colleague was faster, it is kept and the messages reload', async () => {
  const server = desk({
    [ONE]: [data({ enquiry: thread }), data({ enquiry: answered })],
    [REPLIES]: replies(permits),
    [ANSWER]: [
      json(409, { status: 'error', message: 'This enquiry has changed meanwhile.', currentVersion: 2 }),
      json(201, { status: 'success', data: { enquiry: { ...answered, version: 3 } } }),
    ],
  });
  openPage('/admin?section=enquiries&enquiry=e1');
  expect(await screen.findByRole('heading', { level: 2, name: 'Maya Gurung' })).toBeVisible();
  expect(screen.getByText('not verified')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send answer' })).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Your answer'), 'Namaste');
  await userEvent.selectOptions(await screen.findByLabelText('Saved reply'), 'Permits');
  const text = 'Namaste\n\nYou need two permits.';
  expect(screen.getByLabelText('Your answer')).toHaveValue(text);
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Read the messages again');
  expect(await screen.findByText('Yes.')).toBeVisible();
  expect(screen.getByLabelText('Your answer')).toHaveValue(text);
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent.')).toBeVisible();
  expect(screen.getByLabelText('Your answer')).toHaveValue('');
  const sent = await Promise.all(server.to(ANSWER).map((call) => call.json()));
  expect(sent).toEqual([
    { text, version: 1 },
    { text, version: 2 },
  ]);
});

const mine = { ...question, _id: 'm3', author: 'staff', authorName: 'Maya Gurung', text: 'Bring a hat.' };
const sendHat = async () => {
  await userEvent.type(await screen.findByLabelText('Your answer'), mine.text);
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
};

test('an answer that was sent is not sent again when only its response was lost', async () => {
  const server = desk({
    [ONE]: [
      data({ enquiry: thread }),
      data({ enquiry: { ...thread, status: 'Answered', version: 2, messages: [question, mine] } }),
    ],
    [REPLIES]: replies(),
    [ANSWER]: json(503, {}),
  });
  openPage('/admin?section=enquiries&enquiry=e1');
  await sendHat();
  expect(await screen.findByText('Answer sent.')).toBeVisible();
  expect(screen.getByLabelText('Your answer')).toHaveValue('');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.to(ANSWER)).toHaveLength(1);
});

test('after a lost response the server refuses the second attempt if a colleague answered as well', async () => {
  const now = { ...thread, status: 'Answered', version: 3, messages: [question, mine, answered.messages[1]] };
  const server = desk({
    [ONE]: [data({ enquiry: thread }), data({ enquiry: now })],
    [REPLIES]: replies(),
    [ANSWER]: [
      json(503, {}),
      json(409, { status: 'error', message: 'This enquiry has changed meanwhile.', currentVersion: 3 }),
      json(201, { status: 'success', data: { enquiry: { ...now, version: 4 } } }),
    ],
  });
  openPage('/admin?section=enquiries&enquiry=e1');
  await sendHat();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your text is kept. Try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Read the messages again'));
  expect(screen.getByLabelText('Your answer')).toHaveValue(mine.text);
  // The messages show both answers; sending a second one is now a decision.
  await userEvent.type(screen.getByLabelText('Your answer'), ' And gloves.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Answer sent.')).toBeVisible();
  const sent = await Promise.all(server.to(ANSWER).map((call) => call.json()));
  expect(sent).toEqual([
    { text: mine.text, version: 1 },
    { text: mine.text, version: 1 },
    { text: 'Bring a hat. And gloves.', version: 3 },
  ]);
});

test('an enquiry is closed without an answer and reopened', async () => {
  const server = desk({
    [ONE]: [data({ enquiry: thread }), data({ enquiry: { ...thread, status: 'Closed', version: 2 } })],
    [REPLIES]: replies(),
    'PATCH /api/enquiries/e1': [
      data({ enquiry: { ...thread, status: 'Closed', version: 2 } }),
      data({ enquiry: { ...thread, version: 3 } }),
    ],
  });
  openPage('/admin?section=enquiries&enquiry=e1');
  await userEvent.click(await screen.findByRole('button', { name: 'Close without an answer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(server.to('PATCH /api/enquiries/e1')).toHaveLength(2));
  const sent = await Promise.all(server.to('PATCH /api/enquiries/e1').map((call) => call.json()));
  expect(sent).toEqual([
    { status: 'Closed', version: 1 },
    { status: 'Waiting', version: 2 },
  ]);
});

test('an enquiry that was answered is closed', async () => {
  const answer = { ...thread.messages[0], _id: 'm9', author: 'staff' };
  desk({ [ONE]: data({ enquiry: { ...thread, messages: [...thread.messages, answer] } }), [REPLIES]: replies() });
  openPage('/admin?section=enquiries&enquiry=e1');
  expect(await screen.findByRole('button', { name: 'Close' })).toBeVisible();
});

test('saved replies are added, changed and deleted', async () => {
  const server = desk({
    [LIST]: () => data({ enquiries: [], total: 0 }),
    [REPLIES]: [replies(), replies(permits), replies(permits), replies()],
    'POST /api/saved-replies': [
      json(400, { status: 'error', message: 'Invalid', errors: [{ field: 'text', message: 'Message is required' }] }),
      json(201, { status: 'success', data: { savedReply: permits } }),
    ],
    'PATCH /api/saved-replies/r1': data({ savedReply: { ...permits, version: 2 } }),
    'DELETE /api/saved-replies/r1': () => new Response(null, { status: 204 }),
  });
  openPage('/admin?section=enquiries');
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }));
  expect(await screen.findByText(/^No saved replies yet/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New reply' }));
  const form = within(await screen.findByRole('dialog', { name: 'New saved reply' }));
  await userEvent.type(form.getByLabelText('Title'), 'Permits');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Message is required');
  await userEvent.type(form.getByLabelText('Text'), 'You need two permits.');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Edit ?Permits/ }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit saved reply' }));
  await userEvent.type(edit.getByLabelText('Title'), '!');
  await userEvent.click(edit.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Edit ?Permits/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^No saved replies yet/)).toBeVisible();
  expect(await server.to('PATCH /api/saved-replies/r1')[0]?.json()).toEqual({
    title: 'Permits!',
    text: 'You need two permits.',
    version: 1,
  });
});
