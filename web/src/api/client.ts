// Client for all calls to the server: bearer and refresh headers, JSON, a timeout of 10 seconds, one refresh after a
// 401, responses checked against the contract (validate.ts), one toast per failure (document 1 §7 and §8, decisions 25,
// 52, 127).
import createClient from 'openapi-fetch';
import { keepReference } from '../lib/reference';
import { markReachable } from './connectivity';
import { ApiFailure, tell, type Words } from './failure';
import type { paths } from './schema';
import { isValid, type Schema } from './validate';
import { refreshAnswer } from './validators/site';

export { ApiFailure, GENERIC_FAILURE, INVALID_RESPONSE, tell } from './failure';

export const TIMEOUT_MS = 10_000;
/** A CSV file of 100,000 bookings takes longer than any other call. The server aborts it after ten minutes. */
const LONG_TIMEOUT_MS = 600_000;

/** The part of the session that the client uses. features/session connects itself at start. */
export interface SessionTies {
  accessToken(): string | null;
  refreshToken(): string | null;
  keepAccessToken(token: string): void;
  /** Called when the server rejects a refresh, which ends the session. */
  ended(): void;
  /** Called when the server requires a second step of this member of staff. */
  lacksSecondStep(): void;
}

const nobody: SessionTies = {
  accessToken: () => null,
  refreshToken: () => null,
  keepAccessToken: () => {},
  ended: () => {},
  lacksSecondStep: () => {},
};
let session = nobody;

export function connectSession(ties: SessionTies) {
  session = ties;
}

/** Whether a user is signed in. The data embedded in the page is that of visitors. */
export function hasSession(): boolean {
  return session.accessToken() !== null || session.refreshToken() !== null;
}

/** A 401 from these calls means that the submitted credentials are wrong, not that the session has ended. */
const NEVER_REFRESHED = ['login', 'second-step', 'refresh', 'verifyOTP', 'forgotPassword', 'resetPassword'].map(
  (call) => `/api/auth/${call}`,
);

/** fetch rejects with `AbortError` when the caller cancels the request and with `TimeoutError` after the timeout. */
async function timed(request: Request, timeout = TIMEOUT_MS): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]) });
  markReachable();
  return answer;
}

function authorised(request: Request): Request {
  const access = session.accessToken();
  const refresh = session.refreshToken();
  if (access) request.headers.set('Authorization', `Bearer ${access}`);
  if (refresh) request.headers.set('X-Refresh-Token', refresh);
  return request;
}

/** Stores a fresh token only if the session that sent the request still exists: it may have ended or changed since. */
function keepFreshToken(token: string | null | undefined, asker: string | null) {
  if (token && asker && session.refreshToken() === asker) session.keepAccessToken(token);
}

let refreshing: Promise<boolean> | null = null;

/** Resolves to true when there is a new access token. Calls that fail at the same time share one refresh. */
function refreshOnce(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(): Promise<boolean> {
  const refreshToken = session.refreshToken();
  if (!refreshToken) {
    if (session.accessToken()) session.ended();
    return false;
  }
  const answer = await timed(
    new Request(new URL('/api/auth/refresh', location.origin), {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    }),
  ).catch(() => null);
  if (!answer) return false;
  if (answer.ok) {
    const body = await answer.json().catch(() => null);
    const token = isValid(refreshAnswer, body) ? body.accessToken : null;
    keepFreshToken(token, refreshToken);
    return token !== null;
  }
  const refused = answer.status < 500 && answer.status !== 408 && answer.status !== 429;
  if (refused && session.refreshToken() === refreshToken) session.ended();
  return false;
}

/** The `fetch` for downloads of long files. */
export function fetchLong(request: Request): Promise<Response> {
  return fetchWithin(request, LONG_TIMEOUT_MS);
}

async function fetchWithin(request: Request, timeout: number): Promise<Response> {
  const path = new URL(request.url).pathname;
  // A call with its own Authorization header belongs to another session than the stored one.
  if (NEVER_REFRESHED.includes(path) || request.headers.has('Authorization')) return timed(request, timeout);
  const again = request.clone();
  const asker = session.refreshToken();
  const usedToken = session.accessToken();
  const answer = await timed(authorised(request), timeout);
  keepFreshToken(answer.headers.get('x-access-token'), asker);
  if (answer.status !== 401 || (!asker && !usedToken)) return answer;
  // Another call may have refreshed the token during this one.
  const renewed = session.accessToken() !== usedToken && session.accessToken() !== null;
  if (!renewed && !(await refreshOnce())) return answer;
  return timed(authorised(again), timeout);
}

export const api = createClient<paths>({
  // Absolute, because Request in Node (tests) rejects relative URLs.
  baseUrl: location.origin,
  credentials: 'include',
  fetch: (request) => fetchWithin(request, TIMEOUT_MS),
});

export type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;
/** How a failure is shown: the texts of its toast, or `silent` if the caller shows it. */
export type Telling = Words | 'silent';

/**
 * Returns data and headers of a successful response that matches the schema. Otherwise throws ApiFailure after a toast.
 */
export async function requestWithHeaders<T>(
  call: Call<T>,
  schema: Schema<T>,
  telling: Telling = {},
): Promise<{ data: T; headers: Headers }> {
  return settle(call, telling, (data): data is T => isValid(schema, data));
}

/** `const { data } = await request(api.GET('/api/blogs/{id}', { params: { path: { id } } }), blogAnswer)` */
export async function request<T>(call: Call<T>, schema: Schema<T>, telling: Telling = {}): Promise<T> {
  return (await requestWithHeaders(call, schema, telling)).data;
}

/** Returns the `data` of a query's response. The page shows a failure itself. */
export async function requestData<T>(call: Call<{ data: T }>, schema: Schema<{ data: T }>): Promise<T> {
  return (await request(call, schema, 'silent')).data;
}

/** Makes a call whose response body the page does not use. */
export async function send(call: Call<unknown>, telling: Telling = {}): Promise<void> {
  await settle(call, telling, (_): _ is unknown => true);
}

/** Returns the file of a call made with `parseAs: 'blob'`. */
export async function download(call: Call<unknown>, telling: Telling = {}): Promise<Blob> {
  return (await settle(call, telling, (data): data is Blob => Boolean(data))).data;
}

async function settle<T>(
  call: Call<unknown>,
  telling: Telling,
  matches: (data: unknown) => data is T,
): Promise<{ data: T; headers: Headers }> {
  let failure: ApiFailure;
  try {
    const { data, error, response } = await call;
    if (response.ok && matches(data)) return { data, headers: response.headers };
    keepReference(response.status, response.headers.get('x-request-id'));
    failure = new ApiFailure(response.status, response.ok ? data : error);
  } catch (problem) {
    const { name } = problem as { name?: string };
    if (name === 'AbortError') throw problem;
    keepReference(0, null);
    failure = new ApiFailure(0, null, name === 'TimeoutError');
  }
  if (failure.code === 'second-step-required') session.lacksSecondStep();
  if (telling !== 'silent') tell(failure, telling);
  throw failure;
}
