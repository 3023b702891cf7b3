// API calls for the setup of a test.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { codeFor } from './outbox';
import { demo, type Server } from './server';

// biome-ignore lint/suspicious/noExplicitAny: answers are read where a test knows what it asked for.
type Json = any;

export interface Session {
  user: { id: string; name: string; email: string; role: string };
  accessToken: string;
  refreshToken: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

export async function call(
  server: Server,
  method: string,
  path: string,
  { body, session }: { body?: unknown; session?: Session } = {},
): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(session ? { authorization: `Bearer ${session.accessToken}`, 'x-refresh-token': session.refreshToken } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}

/** As `call`, and throws unless it succeeds. */
export async function must(...ask: Parameters<typeof call>): Promise<Json> {
  const answer = await call(...ask);
  if (answer.status >= 300) throw new Error(`${ask[1]} ${ask[2]}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function sessionOf(answer: Answer): Session {
  const accessToken = answer.headers.get('x-access-token');
  const refreshToken = answer.headers.get('x-refresh-token');
  if (answer.status !== 200 || !accessToken || !refreshToken) {
    throw new Error(`no session: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { user: answer.body.user, accessToken, refreshToken };
}

export async function login(server: Server, who: { email: string; password: string }): Promise<Session> {
  return sessionOf(
    await call(server, 'POST', '/api/auth/login', { body: { email: who.email, password: who.password } }),
  );
}

export const adminSession = (server: Server) => login(server, demo.admin);

/** Signs up a new traveller, so that tests of one worker do not share an account. */
export async function signUp(server: Server, name = 'Tenzin Sherpa'): Promise<Session & { password: string }> {
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${randomUUID().slice(0, 8)}@example.org`;
  const password = `ridge-${randomUUID()}`;
  const { tempUserId } = await must(server, 'POST', '/api/auth/signup', {
    body: { name, email, password, confirmPassword: password, role: 'user' },
  });
  const otp = await codeFor(server, email);
  return { ...sessionOf(await call(server, 'POST', '/api/auth/verifyOTP', { body: { otp, tempUserId } })), password };
}

/** Stores a session where the web app reads it. Only once: later changes by the app remain. */
export async function carrySession(page: Page, session: Session): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(({ user, accessToken, refreshToken }) => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('user', JSON.stringify(user));
      storage.setItem('accessToken', accessToken);
      storage.setItem('refreshToken', refreshToken);
    }
  }, session);
}

export interface TrekFacts {
  _id: string;
  name: string;
  location: string;
  images: { bannerImage: string };
  placeholders?: Record<string, string>;
  routes: { _id: string; name: string; pricePerHead: number; numberOfDays: number }[];
}

export async function treks(server: Server): Promise<TrekFacts[]> {
  return (await must(server, 'GET', '/api/treks/getall')).data.treks;
}

export async function trekNamed(server: Server, name: RegExp): Promise<TrekFacts> {
  const trek = (await treks(server)).find((one) => name.test(one.name));
  if (!trek) throw new Error(`no trek is named ${name}`);
  return trek;
}

export async function bookingsOf(server: Server, session: Session): Promise<Json[]> {
  return (await must(server, 'GET', '/api/bookings/my-bookings', { session })).data.bookings;
}
