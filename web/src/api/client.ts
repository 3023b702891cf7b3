// The one way to the server: bearer and refresh headers, JSON, 10 seconds, one refresh after a 401, responses checked
// against the contract (validate.ts), one toast a failure (document 1 §7 and §8, decisions 25, 52, 127).
import createClient from 'openapi-fetch';
import { markReachable } from './connectivity';
import { ApiFailure, tell, type Words } from './failure';
import type { paths } from './schema';
import { isValid, type Schema } from './validate';
import { refreshAnswer } from './validators/site';

export { ApiFailure, GENERIC_FAILURE, INVALID_RESPONSE, tell } from './failure';

export const TIMEOUT_MS = 10_000;
/** A CSV file of 100,000 bookings takes longer than any other call; the server breaks one off after ten minutes. */
const LONG_TIMEOUT_MS = 600_000;

/** What the client asks of the session; features/session connects itself at start. */
export interface SessionTies {
  accessToken(): string | null;
  refreshToken(): string | null;
  keepAccessToken(token: string): void;
  /** The server refused to refresh: the session is over. */
  ended(): void;
}

const nobody: SessionTies = {
  accessToken: () => null,
  refreshToken: () => null,
  keepAccessToken: () => {},
  ended: () => {},
};
let session = nobody;

export function connectSession(ties: SessionTies) {
  session = ties;
}

/** Whether somebody is signed in: what came with the page is what visitors see. */
export function hasSession(): boolean {
  return session.accessToken() !== null || session.refreshToken() !== null;
}

/** A 401 of these is an answer to what was typed, not the end of a session. */
const NEVER_REFRESHED = ['login', 'refresh', 'verifyOTP', 'forgotPassword', 'resetPassword'].map(
  (call) => `/api/auth/${call}`,
);

/** fetch gives `AbortError` to who left the page and `TimeoutError` to who waited too long. */
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

/** A fresh token is kept only by the session that asked: it may have ended, or be another one, meanwhile. */
function keepFreshToken(token: string | null | undefined, asker: string | null) {
  if (token && asker && session.refreshToken() === asker) session.keepAccessToken(token);
}

let refreshing: Promise<boolean> | null = null;

/** True when there is a new access token. Calls that fail together share one refresh. */
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

/** The `fetch` of a call that downloads a long file. */
export function fetchLong(request: Request): Promise<Response> {
  return fetchWithin(request, LONG_TIMEOUT_MS);
}

async function fetchWithin(request: Request, timeout: number): Promise<Response> {
  const path = new URL(request.url).pathname;
  // A call that brings its own authorisation speaks for another session than the one that is kept.
  if (NEVER_REFRESHED.includes(path) || request.headers.has('Authorization')) return timed(request, timeout);
  const again = request.clone();
  const asker = session.refreshToken();
  const usedToken = session.accessToken();
  const answer = await timed(authorised(request), timeout);
  keepFreshToken(answer.headers.get('x-access-token'), asker);
  if (answer.status !== 401 || (!asker && !usedToken)) return answer;
  // Another call may have refreshed while this one was under way.
  const renewed = session.accessToken() !== usedToken && session.accessToken() !== null;
  if (!renewed && !(await refreshOnce())) return answer;
  return timed(authorised(again), timeout);
}

export const api = createClient<paths>({
  // Absolute, since Node's Request (tests) takes no other.
  baseUrl: location.origin,
  credentials: 'include',
  fetch: (request) => fetchWithin(request, TIMEOUT_MS),
});

export type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>;
/** How a failure is told: words for its toast, or `silent` where the caller tells it itself. */
export type Telling = Words | 'silent';

/** Data and headers of a successful response that matches the schema, else an ApiFailure after its toast. */
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

/** The `data` of a query's response. The page tells a failure itself. */
export async function requestData<T>(call: Call<{ data: T }>, schema: Schema<{ data: T }>): Promise<T> {
  return (await request(call, schema, 'silent')).data;
}

/** Makes a call whose response holds nothing that the page reads. */
export async function send(call: Call<unknown>, telling: Telling = {}): Promise<void> {
  await settle(call, telling, (_): _ is unknown => true);
}

/** The file of a call that is made with `parseAs: 'blob'`. */
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
    failure = new ApiFailure(response.status, response.ok ? data : error);
  } catch (problem) {
    const { name } = problem as { name?: string };
    if (name === 'AbortError') throw problem;
    failure = new ApiFailure(0, null, name === 'TimeoutError');
  }
  if (telling !== 'silent') tell(failure, telling);
  throw failure;
}
