// Questions about a trek: the form of the trek page, and /enquiry/:token with the real route table, without a login.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { makeTrek } from '../fixtures';
import { answers, closePages, config, json, openPage, serve } from '../test-server';

// Preloaded, so that no test waits for them.
import '../features/enquiry/AskQuestion';
import '../ui/DialogFrame';

afterEach(closePages);

const trek = makeTrek();
const ASK = 'POST /api/enquiries';
const thanks = json(201, { status: 'success', message: "Thank you. We'll answer by email." });
const onTrek = (more: Parameters<typeof serve>[0]) => {
  const server = serve({
    ...answers,
    [`GET /api/treks/${trek._id}`]: json(200, { status: 'success', data: { trek } }),
    [`GET /api/treks/${trek._id}/closures`]: json(200, { status: 'success', data: { closures: [] } }),
    ...more,
  });
  openPage(`/package/${trek._id}`);
  return server;
};
const openForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ask a question' }));
  return within(await screen.findByRole('dialog', { name: 'Ask a question' }));
};

test('a traveller asks a question: mistakes are shown, a refused one is kept and sent again with the same key', async () => {
  const server = onTrek({ [ASK]: [json(500, {}), thanks] });
  const form = await openForm();
  await userEvent.click(form.getByRole('button', { name: 'Send question' }));
  expect(form.getByLabelText('Your question')).toHaveAccessibleDescription('Question is required');
  expect(form.getByLabelText('Your question')).toHaveFocus();
  expect(server.to(ASK)).toHaveLength(0);
  await userEvent.type(form.getByLabelText('Your question'), 'Is it cold?');
  await userEvent.type(form.getByLabelText('Name'), 'Maya Gurung');
  await userEvent.type(form.getByLabelText('Email'), 'maya@example.com');
  await userEvent.click(form.getByRole('button', { name: 'Send question' }));
  expect(await form.findByRole('alert')).toHaveTextContent('What you typed is kept.');
  await userEvent.click(form.getByRole('button', { name: 'Send question' }));
  const done = within(await screen.findByRole('dialog', { name: 'Thank you for your question' }));
  expect(done.getByRole('status')).toHaveTextContent('maya@example.com');
  const [first, second] = server.to(ASK);
  expect(await second?.json()).toEqual({
    trekId: trek._id,
    name: 'Maya Gurung',
    email: 'maya@example.com',
    question: 'Is it cold?',
  });
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});

test('what a program types into the invisible field is sent along, and people cannot reach it', async () => {
  const server = onTrek({ [ASK]: thanks });
  const form = await openForm();
  const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(form.queryByRole('textbox', { name: 'Website' })).toBeNull();
  if (trap) trap.value = 'https://spam.example';
  await userEvent.type(form.getByLabelText('Your question'), 'Buy now');
  await userEvent.type(form.getByLabelText('Name'), 'Bot');
  await userEvent.type(form.getByLabelText('Email'), 'bot@example.com');
  await userEvent.click(form.getByRole('button', { name: 'Send question' }));
  await waitFor(() => expect(server.to(ASK)).toHaveLength(1));
  expect(await server.to(ASK)[0]?.json()).toMatchObject({ website: 'https://spam.example' });
});

test('the trek page links to WhatsApp only when the agency has set a number', async () => {
  const whatsappUrl = 'https://wa.me/9779841234567';
  onTrek({ 'GET /api/config': json(200, { status: 'success', data: { ...config, whatsappUrl } }) });
  const link = await screen.findByRole('link', { name: /WhatsApp/ });
  expect(link.getAttribute('href')).toBe(
    `${whatsappUrl}?text=${encodeURIComponent(`Namaste, I have a question about ${trek.name}.`)}`,
  );
  closePages();
  document.body.innerHTML = '';
  onTrek({});
  await screen.findByRole('button', { name: 'Ask a question' });
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
});

const PATH = '/api/enquiry/tok';
const message = (author: string, text: string) => ({
  _id: text,
  author,
  authorName: author === 'staff' ? 'Ang Rita' : 'Maya Gurung',
  text,
  sentAt: '2026-11-20T03:30:00Z',
});
const shared = (...messages: object[]) =>
  json(200, {
    status: 'success',
    data: { enquiry: { trekId: 't1', trekName: 'Everest Base Camp', messages } },
  });

test('with the link of the email a traveller reads the answer and writes again', async () => {
  const asked = message('traveller', 'Is it cold?');
  const answered = message('staff', 'Yes.\nBring a hat.');
  const server = serve({
    ...answers,
    [`GET ${PATH}`]: shared(asked, answered),
    [`POST ${PATH}`]: [
      json(429, { status: 'error', message: 'Too many attempts.' }),
      shared(asked, answered, message('traveller', 'Thank you!')),
    ],
  });
  openPage('/enquiry/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your question' })).toBeVisible();
  const list = screen.getByRole('list', { name: 'Messages' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(list).toHaveTextContent(/Ang Rita, Chautari/);
  expect(screen.getByRole('link', { name: 'Everest Base Camp' })).toHaveAttribute('href', '/package/t1');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Message is required');
  await userEvent.type(screen.getByLabelText('Your message'), 'Thank you!');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/Please try again in an hour/)).toBeVisible();
  expect(screen.getByLabelText('Your message')).toHaveValue('Thank you!');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
  expect(screen.getByLabelText('Your message')).toHaveValue('');
  expect(screen.getByText(/^Message sent/)).toBeVisible();
  const [first, second] = server.to(`POST ${PATH}`);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});

test('an unknown link says so, and a failed load can be repeated', async () => {
  serve({ ...answers, [`GET ${PATH}`]: [json(500, {}), json(404, { status: 'error', message: 'Not found' })] });
  openPage('/enquiry/tok');
  expect(await screen.findByRole('heading', { name: 'Your question could not be loaded' })).toBeVisible();
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});
