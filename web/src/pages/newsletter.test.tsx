import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../features/session/session';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

afterEach(closePages);

const SUBSCRIBE = 'POST /api/newsletter/subscribe';
const STATUS = 'GET /api/newsletter/status';
const UNSUBSCRIBE = 'POST /api/newsletter/unsubscribe';
const LABEL = 'Your address for the newsletter';
const ALREADY = 'You are already subscribed to our newsletter.';
const thanks = json(200, { status: 'success', message: 'Thank you!' });
const status = (isSubscribed: unknown) => json(200, { status: 'success', data: { isSubscribed } });
const newsletter = async () => within(await screen.findByRole('region', { name: 'Newsletter' }));
const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.textContent);
const remembered = () => [localStorage, sessionStorage].map((store) => store.getItem('newsletterSubscribed'));

async function subscribe(email: string) {
  const form = await newsletter();
  if (email) await userEvent.type(form.getByLabelText(LABEL), email);
  await userEvent.click(form.getByRole('button', { name: 'Subscribe' }));
  return form;
}

describe('the form in the footer', () => {
  test.each(['/', '/packages', '/blogs', '/terms', '/login', '/no/such/page'])(
    'HOME-05 NEWS-01 is on %s, with one field',
    async (path) => {
      serve(answers);
      openPage(path);
      const form = await newsletter();
      expect(form.getAllByRole('textbox')).toHaveLength(1);
      expect(form.getByLabelText(LABEL)).toHaveAttribute('type', 'email');
    },
  );

  test('HOME-05 is not in the admin area', async () => {
    serve({ ...answers, ...signedIn({ ...maya, role: 'admin' }), [STATUS]: status(false) });
    openPage('/admin');
    await screen.findByRole('navigation', { name: 'Admin Dashboard' });
    expect(screen.queryByRole('contentinfo')).toBe(null);
    expect(screen.queryByRole('region', { name: 'Newsletter' })).toBe(null);
  });

  test.each(['', '   '])("NEWS-02 asks for an address if it is empty ('%s')", async (typed) => {
    const server = serve(answers);
    openPage('/terms');
    const form = await subscribe(typed);
    expect(await form.findByRole('alert')).toHaveTextContent('Please enter your email address');
    await waitFor(() => expect(form.getByLabelText(LABEL)).toHaveFocus());
    expect(server.to(SUBSCRIBE)).toHaveLength(0);
  });

  test.each(['maya', 'maya@', '@example.com', 'maya@example', 'a b@example.com', 'a@b@example.com'])(
    'NEWS-03 rejects the invalid address %s',
    async (typed) => {
      const server = serve(answers);
      openPage('/terms');
      const form = await subscribe(typed);
      expect(await form.findByRole('alert')).toHaveTextContent('Please enter a valid email address');
      expect(form.getByLabelText(LABEL)).toBeInvalid();
      expect(server.to(SUBSCRIBE)).toHaveLength(0);
    },
  );

  test("NEWS-04 NEWS-05 NEWS-06 API-23 is replaced by 'already subscribed' after success, also at the next visit", async () => {
    const server = serve({ ...answers, [SUBSCRIBE]: thanks });
    openPage('/terms');
    const form = await subscribe('  maya@example.com ');
    const said = await form.findByText(ALREADY);
    await waitFor(() => expect(said).toHaveFocus());
    expect(form.queryByRole('textbox')).toBe(null);
    expect(await server.to(SUBSCRIBE)[0]?.json()).toEqual({ email: 'maya@example.com' });
    await waitFor(() => expect(toasts()).toEqual(['Thank you!']));
    expect(remembered()).toEqual(['true', 'true']);
  });

  test.each(['local', 'session'] as const)('NEWS-05 NEWS-06 is hidden by a flag in %s storage', async (store) => {
    serve(answers);
    (store === 'local' ? localStorage : sessionStorage).setItem('newsletterSubscribed', 'true');
    openPage('/terms');
    expect(await (await newsletter()).findByText(ALREADY)).toBeVisible();
  });

  test('sends nothing on a second click while the first is in progress', async () => {
    let answer = (_: Response) => {};
    const server = serve({ ...answers, [SUBSCRIBE]: () => new Promise<Response>((resolve) => (answer = resolve)) });
    openPage('/terms');
    const form = await subscribe('maya@example.com');
    expect(form.getByRole('button', { name: /Subscribe/ })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(form.getByLabelText(LABEL), '{Enter}');
    answer(thanks);
    expect(await form.findByText(ALREADY)).toBeVisible();
    expect(server.to(SUBSCRIBE)).toHaveLength(1);
  });

  const refusals: [string, Response | (() => Promise<Response>), string][] = [
    ["the server's message", json(429, { status: 'error', message: 'Too many attempts.' }), 'Too many attempts.'],
    ["the server's message of a 200", json(200, { status: 'error', message: 'Not today.' }), 'Not today.'],
    ["'Subscription failed' without one", json(200, { status: 'error' }), 'Subscription failed. Please try again.'],
    ["'Subscription failed' of a failure", json(500, {}), 'Subscription failed. Please try again.'],
  ];
  test.each(refusals)('NEWS-07 TOAST-05 shows %s once after a failure', async (_, reply, message) => {
    serve({ ...answers, [SUBSCRIBE]: reply });
    openPage('/terms');
    const form = await subscribe('maya@example.com');
    expect(await form.findByRole('alert')).toHaveTextContent(message);
    await waitFor(() => expect(toasts()).toEqual([message]));
    expect(form.getByLabelText(LABEL)).toHaveValue('maya@example.com');
    expect(remembered()).toEqual([null, null]);
  });

  const breaks: [string, Response | (() => Promise<Response>)][] = [
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer that is garbage', new Response('<html>', { headers: { 'Content-Type': 'application/json' } })],
  ];
  test.each(breaks)("NEWS-08 %s shows 'An error occurred. Please try again later.'", async (_, reply) => {
    serve({ ...answers, [SUBSCRIBE]: reply });
    openPage('/terms');
    const form = await subscribe('maya@example.com');
    expect(await form.findByRole('alert')).toHaveTextContent('An error occurred. Please try again later.');
    await waitFor(() => expect(toasts()).toEqual(['An error occurred. Please try again later.']));
  });
});

describe('the check of the subscription', () => {
  test("SESSION-12 NEWS-05 API-11 requests whether the user's address is subscribed", async () => {
    const server = serve({ ...answers, ...signedIn(), [STATUS]: status(true) });
    openPage('/terms');
    expect(await (await newsletter()).findByText(ALREADY)).toBeVisible();
    const [call] = server.to(STATUS);
    expect(new URL(call?.url ?? '').searchParams.get('email')).toBe(maya.email);
    expect(call?.headers.get('Authorization')).toBe('Bearer access-1');
    expect(remembered()).toEqual(['true', 'true']);
  });

  test('SESSION-12 also happens at login, and its result replaces the stored one', async () => {
    localStorage.setItem('newsletterSubscribed', 'true');
    serve({ ...answers, [STATUS]: status(false) });
    openPage('/terms');
    const form = await newsletter();
    expect(await form.findByText(ALREADY)).toBeVisible();
    act(() => void signIn({ user: maya, accessToken: 'a', refreshToken: 'r' }));
    expect(await form.findByLabelText(LABEL)).toBeVisible();
    expect(remembered()).toEqual([null, null]);
  });

  test('does not happen for visitors', async () => {
    const server = serve(answers);
    openPage('/terms');
    await newsletter();
    expect(server.to(STATUS)).toHaveLength(0);
  });

  const silences: [string, Response | (() => Promise<Response>)][] = [
    ['a failure', json(500, { status: 'error', message: 'away' })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['garbage', json(200, 'what?')],
  ];
  test.each(silences)('NEWS-09 TOAST-07 %s shows no message and counts as not subscribed', async (_, reply) => {
    localStorage.setItem('newsletterSubscribed', 'true');
    const server = serve({ ...answers, ...signedIn(), [STATUS]: reply });
    openPage('/terms');
    expect(await (await newsletter()).findByLabelText(LABEL)).toBeVisible();
    expect(server.to(STATUS)).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  test('does not overwrite a subscription made after the request', async () => {
    let answer = (_: Response) => {};
    const slow = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
    serve({ ...answers, ...signedIn(), [STATUS]: slow, [SUBSCRIBE]: thanks });
    openPage('/terms');
    await waitFor(() => expect(slow).toHaveBeenCalled());
    const form = await subscribe('maya@example.com');
    await form.findByText(ALREADY);
    await act(async () => answer(status(false)));
    expect(form.getByText(ALREADY)).toBeVisible();
  });

  test('NEWS-05 is cleared at logout, so that the next person at this computer may subscribe', async () => {
    serve({ ...answers, ...signedIn(), [STATUS]: status(true), 'POST /api/auth/logout': json(200, {}) });
    openPage('/blogs');
    await (await newsletter()).findByText(ALREADY);
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await (await newsletter()).findByLabelText(LABEL)).toBeVisible();
    expect(remembered()).toEqual([null, null]);
  });
});

describe('the unsubscribe page of an email', () => {
  const open = (token: string) => openPage(`/newsletter/unsubscribe?token=${token}`);
  const button = () => screen.findByRole('button', { name: 'Unsubscribe' });

  test('asks for confirmation first, then shows that it is done', async () => {
    localStorage.setItem('newsletterSubscribed', 'true');
    const server = serve({ ...answers, [UNSUBSCRIBE]: json(200, { status: 'success' }) });
    open('abc.def');
    const click = await button();
    expect(server.to(UNSUBSCRIBE)).toHaveLength(0);
    await userEvent.click(click);
    expect(await screen.findByRole('heading', { name: "You've unsubscribed" })).toBeVisible();
    expect(new URL(server.to(UNSUBSCRIBE)[0]?.url ?? '').searchParams.get('token')).toBe('abc.def');
    // The form is in the footer again.
    expect((await newsletter()).getByLabelText(LABEL)).toBeVisible();
    expect(remembered()).toEqual([null, null]);
  });

  test('shows a message without a token or with an invalid one', async () => {
    serve({ ...answers, [UNSUBSCRIBE]: json(400, { status: 'error', message: 'no' }) });
    open('');
    expect(await screen.findByRole('alert')).toHaveTextContent('This unsubscribe link is not valid.');
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBe(null);
    closePages();
    document.body.innerHTML = '';
    open('tampered');
    await userEvent.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('This unsubscribe link is not valid.');
    expect(toasts()).toEqual([]);
  });

  test.each([
    ["the server's message", json(500, { status: 'error', message: 'Server error.' }), 'Server error.'],
    [
      'that an error occurred',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'An error occurred. Please try again later.',
    ],
  ])('shows %s after a failure, and can be tried again', async (_, reply, message) => {
    serve({ ...answers, [UNSUBSCRIBE]: [reply, json(200, { status: 'success' })] });
    open('abc.def');
    await userEvent.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await userEvent.click(await button());
    expect(await screen.findByRole('heading', { name: "You've unsubscribed" })).toBeVisible();
  });
});
