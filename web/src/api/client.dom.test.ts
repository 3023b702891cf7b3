import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toast } from '../lib/toast';
import { json, serve } from '../test-server';
import {
  ApiFailure,
  api,
  connectSession,
  GENERIC_FAILURE,
  INVALID_RESPONSE,
  request,
  send,
  TIMEOUT_MS,
  tell,
} from './client';
import { anyResponse } from './validate';
import { bookingListAnswer } from './validators/account';

let access: string | null;
let refresh: string | null;
const ended = vi.fn();

beforeEach(() => {
  access = 'access-1';
  refresh = 'refresh-1';
  ended.mockReset().mockImplementation(() => {
    access = null;
    refresh = null;
  });
  connectSession({
    accessToken: () => access,
    refreshToken: () => refresh,
    keepAccessToken: (token) => {
      access = token;
    },
    ended,
    lacksSecondStep: () => {},
  });
  vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => vi.useRealTimers());

const list = () => request(api.GET('/api/bookings/my-bookings'), bookingListAnswer);
const bookings = json(200, { status: 'success', data: { bookings: [] } });
const unauthorised = json(401, { status: 'error', message: 'Please log in.' });

test('API-01 API-02 API-03 API-05 API-06 a call goes to our own host with credentials, JSON, bearer and refresh headers', async () => {
  const server = serve({ 'POST /api/bookings/quote': json(200, { status: 'success', data: {} }) });
  await send(api.POST('/api/bookings/quote', { body: { trekId: 't', routeDetails: {}, totalGuests: 2 } }));
  const [call] = server.calls;
  expect(call?.url).toBe('http://localhost:8080/api/bookings/quote');
  expect(call?.credentials).toBe('include');
  expect(call?.headers.get('Content-Type')).toBe('application/json');
  expect(call?.headers.get('Authorization')).toBe('Bearer access-1');
  expect(call?.headers.get('X-Refresh-Token')).toBe('refresh-1');
  expect(await call?.json()).toEqual({ trekId: 't', routeDetails: {}, totalGuests: 2 });
});

test('API-05 a visitor sends no empty headers', async () => {
  access = null;
  refresh = null;
  const server = serve({ 'GET /api/config': json(200, { status: 'success', data: {} }) });
  await send(api.GET('/api/config'));
  expect(server.calls[0]?.headers.has('Authorization')).toBe(false);
  expect(server.calls[0]?.headers.has('X-Refresh-Token')).toBe(false);
});

test('API-04 a call without a response within 10 seconds fails', async () => {
  expect(TIMEOUT_MS).toBe(10_000);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(10_000);
    return AbortSignal.abort(new DOMException('too long', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', (_: Request, init: RequestInit) => Promise.reject(init.signal?.reason));
  const failure = await list().catch((problem) => problem);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure.status).toBe(0);
  expect(timeout).toHaveBeenCalled();
});

test('a new access token in a response is stored', async () => {
  serve({ 'GET /api/bookings/my-bookings': json(200, { data: { bookings: [] } }, { 'x-access-token': 'access-2' }) });
  await list();
  expect(access).toBe('access-2');
});

test('a new token that arrives after the session has changed is discarded', async () => {
  serve({
    'GET /api/bookings/my-bookings': () => {
      access = 'other';
      refresh = 'somebody-else';
      return json(200, { data: { bookings: [] } }, { 'x-access-token': 'access-2' });
    },
  });
  await list();
  expect(access).toBe('other');
});

describe('a 401', () => {
  test('SESSION-13 SESSION-14 API-09 refreshes the session once and repeats the call with the new token', async () => {
    const server = serve({
      'GET /api/bookings/my-bookings': [unauthorised, bookings],
      'POST /api/auth/refresh': json(200, { status: 'success', accessToken: 'access-2' }),
    });
    await list();
    const [refreshCall] = server.to('POST /api/auth/refresh');
    expect(await refreshCall?.json()).toEqual({ refreshToken: 'refresh-1' });
    expect(server.to('GET /api/bookings/my-bookings')[1]?.headers.get('Authorization')).toBe('Bearer access-2');
    expect(access).toBe('access-2');
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('causes a single refresh when several calls fail together', async () => {
    const server = serve({
      'GET /api/bookings/my-bookings': (request) =>
        request.headers.get('Authorization') === 'Bearer access-2' ? bookings : unauthorised,
      'POST /api/auth/refresh': async () => {
        await new Promise((wake) => setTimeout(wake, 20));
        return json(200, { status: 'success', accessToken: 'access-2' });
      },
    });
    await Promise.all([list(), list(), list()]);
    expect(server.to('POST /api/auth/refresh')).toHaveLength(1);
  });

  test('SESSION-16 ends the session when the refresh is rejected, with a single message', async () => {
    serve({
      'GET /api/bookings/my-bookings': unauthorised,
      'POST /api/auth/refresh': json(401, { status: 'error', message: 'no' }),
    });
    await expect(list()).rejects.toMatchObject({ status: 401 });
    expect(ended).toHaveBeenCalledOnce();
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Please log in.', {});
  });

  test.each([
    ['a server at fault', json(503, { status: 'error', message: 'away' })],
    ['too many requests', json(429, { status: 'error', message: 'slowly' })],
    ['a network that is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('keeps the session if the refresh fails because of %s', async (_, reply) => {
    serve({ 'GET /api/bookings/my-bookings': unauthorised, 'POST /api/auth/refresh': reply });
    await expect(list()).rejects.toMatchObject({ status: 401 });
    expect(ended).not.toHaveBeenCalled();
    expect(refresh).toBe('refresh-1');
  });

  test('after a successful refresh is shown as an error and keeps the session', async () => {
    const server = serve({
      'GET /api/bookings/my-bookings': unauthorised,
      'POST /api/auth/refresh': json(200, { status: 'success', accessToken: 'access-2' }),
    });
    await expect(list()).rejects.toMatchObject({ status: 401, serverMessage: 'Please log in.' });
    expect(server.to('GET /api/bookings/my-bookings')).toHaveLength(2);
    expect(ended).not.toHaveBeenCalled();
  });

  test('from login or a wrong code causes no refresh', async () => {
    const server = serve({
      'POST /api/auth/login': json(401, { status: 'error', message: 'Invalid email or password' }),
    });
    const login = send(api.POST('/api/auth/login', { body: { email: 'a', password: 'b' } }), 'silent');
    await expect(login).rejects.toMatchObject({ status: 401 });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]?.headers.has('Authorization')).toBe(false);
  });
});

describe('the toast of a failure', () => {
  const fail = (body: unknown) => serve({ 'GET /api/bookings/my-bookings': json(500, body) });

  test("TOAST-05 shows the server's message", async () => {
    fail({ status: 'error', message: 'The database is away.' });
    await expect(list()).rejects.toBeInstanceOf(ApiFailure);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('The database is away.', {});
  });

  test("has the reference of a defect in the server's log, and only that of this call", async () => {
    const failed = (status: number) => json(status, { message: 'Failed.' }, { 'x-request-id': '01a2-b317' });
    serve({ 'GET /api/bookings/my-bookings': [failed(500), failed(503)] });
    await expect(list()).rejects.toBeInstanceOf(ApiFailure);
    expect(toast.error).toHaveBeenLastCalledWith('Failed.', { description: 'Reference: 01a2-b317' });
    await expect(list()).rejects.toBeInstanceOf(ApiFailure);
    expect(toast.error).toHaveBeenLastCalledWith('Failed.', {});
  });

  test('TOAST-06 shows a general message if the server sends none', async () => {
    fail({});
    await expect(list()).rejects.toBeInstanceOf(ApiFailure);
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(GENERIC_FAILURE, {});
    expect(GENERIC_FAILURE).toBe('Something went wrong. Please try again.');
  });

  test("TOAST-06 shows the caller's own message instead of the general one, never both", async () => {
    fail({});
    const failure = await send(api.GET('/api/bookings/my-bookings'), {
      otherwise: 'Login failed due to an error',
    }).catch((problem) => problem);
    tell(failure, { say: 'again' });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Login failed due to an error', {});
  });

  test('TOAST-07 does not appear if the caller shows the failure itself', async () => {
    fail({ message: 'x' });
    await send(api.GET('/api/bookings/my-bookings'), 'silent').catch(() => {});
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('does not appear for a call that the page cancelled', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('left', 'AbortError')));
    await expect(list()).rejects.toMatchObject({ name: 'AbortError' });
    expect(toast.error).not.toHaveBeenCalled();
  });
});

describe('a response that does not match the contract', () => {
  test.each([
    ['lacks a field', { status: 'success', data: {} }],
    ['has a field of another type', { status: 'success', data: { bookings: 'none' } }],
    ['is a list', []],
    ['is nothing', null],
  ])('that %s shows a plain message instead of a crash', async (_, body) => {
    serve({ 'GET /api/bookings/my-bookings': json(200, body) });
    const failure = await list().catch((problem) => problem);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 200, message: INVALID_RESPONSE, isInvalidResponse: true });
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(INVALID_RESPONSE, {});
  });

  test("is a failure with the server's message if there is one", async () => {
    serve({ 'GET /api/bookings/my-bookings': json(200, { status: 'error', message: 'Not today.' }) });
    await expect(list()).rejects.toMatchObject({ serverMessage: 'Not today.' });
  });

  test('is accepted by callers that parse it part by part', async () => {
    serve({ 'GET /api/bookings/my-bookings': json(200, { data: 7 }) });
    expect(await request(api.GET('/api/bookings/my-bookings'), anyResponse)).toEqual({ data: 7 });
  });
});

test('a failure contains the field errors, the missing fields, the existing value and the new price', () => {
  const failure = new ApiFailure(409, {
    status: 'error',
    message: 'The price has changed.',
    errors: [{ field: 'guestDetails.additionalGuests[0].name', message: 'A name is needed' }],
    missingFields: ['name'],
    existingValue: 'a@b.c',
    data: { priceBreakdown: { total: 5 } },
  });
  expect(failure.problemOf('guestDetails.additionalGuests[0].name')).toBe('A name is needed');
  expect(failure.missingFields).toEqual(['name']);
  expect(failure.existingValue).toBe('a@b.c');
  expect(failure.data).toEqual({ priceBreakdown: { total: 5 } });
  expect(failure.worthRetrying).toBe(false);
  expect(new ApiFailure(502, null).worthRetrying).toBe(true);
});
