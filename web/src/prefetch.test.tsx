// The requests of a page start with the navigation to it, or earlier when a visitor is about to follow a link.
import { fireEvent, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeQueryClient } from './api/query';
import { startPrefetching } from './prefetch';
import { answers, json, serve, trek } from './test-server';

const TREK = trek('Everest');
const never = () => new Promise<never>(() => {});
let stop = () => {};
let queries = makeQueryClient();

/** The home page, before the code of any other page has loaded. */
function start() {
  queries = makeQueryClient();
  const lazy = vi.fn(never);
  const router = createMemoryRouter([
    { id: 'home', path: '/', element: null },
    { id: 'packages', path: '/packages', lazy },
    { id: 'package', path: '/package/:id', lazy },
    { id: 'blogs', path: '/blogs', lazy },
    { id: 'blog', path: '/blog/:id', lazy },
  ]);
  stop = startPrefetching(router, queries);
  return { router, lazy };
}

function addLink(href: string) {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  return link;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  stop();
  queries.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('TREK-01 PKG-02 the request starts before the code of the page has arrived', () => {
  test.each([
    ['/packages', 'GET /api/treks/getall', ''],
    [`/package/${TREK._id}`, `GET /api/treks/${TREK._id}`, ''],
    ['/blogs?page=3', 'GET /api/blogs', 'page=3'],
    ['/blog/7', 'GET /api/blogs/7', ''],
  ])('for %s', async (path, call, query) => {
    const server = serve(answers);
    const { router } = start();
    void router.navigate(path);
    await waitFor(() => expect(server.to(call)).toHaveLength(1));
    expect(server.to(call)[0]?.url).toContain(query);
    expect(router.state.navigation.state).toBe('loading');
  });
});

test('TREK-01 touching a link fetches code and data of its page together', async () => {
  const server = serve(answers);
  const { router, lazy } = start();
  fireEvent.touchStart(addLink('/packages'));
  await waitFor(() => expect(server.to('GET /api/treks/getall')).toHaveLength(1));
  expect(lazy).toHaveBeenCalledTimes(1);
  expect(router.state.location.pathname).toBe('/');
});

test('an article is not fetched ahead, because the request counts a reader', async () => {
  const server = serve({ ...answers, 'GET /api/blogs/7': json(404, {}) });
  const { router, lazy } = start();
  fireEvent.touchStart(addLink('/blog/7'));
  await waitFor(() => expect(lazy).toHaveBeenCalledTimes(1));
  // The request for the next link proves that the one before it was skipped.
  fireEvent.touchStart(addLink('/packages'));
  await waitFor(() => expect(server.to('GET /api/treks/getall')).toHaveLength(1));
  expect(server.to('GET /api/blogs/7')).toHaveLength(0);
  void router.navigate('/blog/7');
  await waitFor(() => expect(server.to('GET /api/blogs/7')).toHaveLength(1));
});

test('on a metered connection nothing is fetched before the link is followed', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  const server = serve(answers);
  const { router, lazy } = start();
  fireEvent.touchStart(addLink('/packages'));
  void router.navigate('/blogs');
  await waitFor(() => expect(server.to('GET /api/blogs')).toHaveLength(1));
  expect(server.to('GET /api/treks/getall')).toHaveLength(0);
  expect(lazy).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'connection');
});
