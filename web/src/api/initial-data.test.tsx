// The responses embedded in the page: which are rendered without a request, and which are requested anyway.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closePages, json, openPage, serve, signedIn, trek } from '../test-server';
import { initialAnswer } from './initial-data';
import { cachedTreks } from './query';

const GETALL = 'GET /api/treks/getall';

function bring(answers: unknown, text = JSON.stringify(answers)) {
  document.getElementById('page-data')?.remove();
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'page-data';
  script.textContent = text;
  document.body.append(script);
}

const list = (...names: string[]) => ({ status: 'success', data: { treks: names.map((name) => trek(name)) } });
const blog = {
  _id: '019a0000-0000-7000-8000-00000000000b',
  title: 'On tea',
  description: 'Why it is salted',
  content: ['Once'],
  thumbnail: '/a.svg',
  banner: '/b.svg',
  images: [],
  tags: ['tea'],
  publishedOn: '2026-01-05T00:00:00Z',
  createdAt: '2026-01-05T00:00:00Z',
  views: 7,
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  closePages();
  document.getElementById('page-data')?.remove();
  vi.useRealTimers();
});

describe('a list embedded in the page', () => {
  test('PKG-19 PKG-20 is shown without a request for five minutes', async () => {
    bring({ '/api/treks/getall': list('Brought') });
    const server = serve({});
    openPage('/packages');
    expect(await screen.findByRole('heading', { level: 3, name: 'Brought' })).toBeVisible();
    expect(screen.getByText('Updated just now')).toBeVisible();
    expect(server.to(GETALL)).toHaveLength(0);
    expect(cachedTreks()?.treks[0]?.name).toBe('Brought');
  });

  test('PKG-20 does not replace a cached list', async () => {
    const kept = { at: Date.now() - 60_000, treks: [trek('Kept')] };
    localStorage.setItem('treks', JSON.stringify(kept));
    bring({ '/api/treks/getall': list('Brought') });
    serve({});
    openPage('/packages');
    expect(await screen.findByRole('heading', { level: 3, name: 'Kept' })).toBeVisible();
    expect(cachedTreks()?.at).toBe(kept.at);
  });

  test('PKG-10 is requested again by the refresh link', async () => {
    bring({ '/api/treks/getall': list('Brought') });
    serve({ [GETALL]: json(200, list('Fresh')) });
    openPage('/packages');
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Fresh' })).toBeVisible();
  });

  test('PKG-19 is requested if it is damaged', async () => {
    for (const text of ['{', 'null', '[]', '{"/api/treks/getall":{"data":{"treks":5}}}']) {
      bring(null, text);
      localStorage.clear();
      const server = serve({ [GETALL]: json(200, list('Asked for')) });
      const { unmount } = openPage('/packages');
      expect(await screen.findByRole('heading', { level: 3, name: 'Asked for' })).toBeVisible();
      expect(server.to(GETALL)).toHaveLength(1);
      unmount();
    }
  });
});

test('API-22 BLOG-21 BLOG-27 an article embedded in the page shows at once, and the request still counts its reader', async () => {
  const path = `/api/blogs/${blog._id}`;
  bring({ [path]: { status: 'success', data: { blog } } });
  const server = serve({ [`GET ${path}`]: json(500, { status: 'error', message: 'away' }) });
  openPage(`/blog/${blog._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'On tea' })).toBeVisible();
  await waitFor(() => expect(server.to(`GET ${path}`).length).toBeGreaterThan(0));
  expect(screen.getByRole('heading', { level: 1, name: 'On tea' })).toBeVisible();
});

test('API-21 embedded articles are shown to visitors; signed-in users may see drafts, so their list is requested', async () => {
  const call = '/api/blogs?page=1&limit=6&sortBy=createdAt&order=desc';
  const answer = (title: string) => ({ status: 'success', data: { blogs: [{ ...blog, title }], total: 1 } });
  bring({ [call]: answer('For visitors') });
  const server = serve({ 'GET /api/blogs': json(200, answer('With drafts')) });
  const { unmount } = openPage('/blogs');
  expect(await screen.findByRole('heading', { name: 'For visitors' })).toBeVisible();
  expect(server.to('GET /api/blogs')).toHaveLength(0);
  unmount();
  closePages();

  serve({ ...signedIn(), 'GET /api/blogs': json(200, answer('With drafts')) });
  openPage('/blogs');
  expect(await screen.findByRole('heading', { name: 'With drafts' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'For visitors' })).toBe(null);
});

test('API-21 embedded articles that do not match the contract are requested', async () => {
  const call = '/api/blogs?page=1&limit=6&sortBy=createdAt&order=desc';
  const { views: _, ...withoutViews } = blog;
  bring({ [call]: { status: 'success', data: { blogs: [withoutViews], total: 1 } } });
  const server = serve({ 'GET /api/blogs': json(200, { status: 'success', data: { blogs: [blog], total: 1 } }) });
  openPage('/blogs');
  expect(await screen.findByRole('heading', { name: 'On tea' })).toBeVisible();
  expect(server.to('GET /api/blogs')).toHaveLength(1);
});

test('embedded data expires after five minutes', () => {
  vi.useFakeTimers();
  bring({ '/api/config': { data: {} } });
  expect(initialAnswer('/api/config')?.answer).toEqual({ data: {} });
  expect(initialAnswer('/api/other')).toBe(undefined);
  expect(initialAnswer('toString')).toBe(undefined);
  vi.advanceTimersByTime(5 * 60_000);
  expect(initialAnswer('/api/config')).toBe(undefined);
});
