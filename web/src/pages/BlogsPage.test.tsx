import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Blog } from '../api/types';
import { imagesOf } from '../features/blog/blogs';
import { answers, closePages, json, openPage, serve } from '../test-server';

afterEach(closePages);

const blog = (number: number, more: Partial<Blog> = {}): Blog => ({
  _id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  title: `Article ${number}`,
  description: 'What it is about.',
  content: ['First paragraph.', 'Second paragraph.'],
  thumbnail: '/pictures/blogs/thumbnail.svg',
  banner: '/pictures/blogs/banner.svg',
  images: ['/pictures/blogs/one.svg'],
  tags: ['Gear', 'Weather'],
  createdAt: '2026-01-05T08:00:00Z',
  views: 31,
  ...more,
});
const list = (...blogs: Blog[]) => json(200, { status: 'success', data: { blogs, total: blogs.length } });

test('NAV-05 BLOG-01..05 BLOG-06..10 API-21 six cards a page with tag, title and first paragraph, pages numbered in two digits', async () => {
  const all = Array.from({ length: 40 }, (_, index) => blog(index + 1));
  all[1] = blog(2, { tags: [], content: [] });
  serve({ ...answers, 'GET /api/blogs': list(...all) });
  openPage('/blogs');
  expect(await screen.findByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible();
  expect(
    screen.getByText('Explore our latest articles and travel guides to inspire your next adventure.'),
  ).toBeVisible();
  const cards = await screen.findAllByRole('article');
  expect(cards).toHaveLength(6);
  expect(cards[0]).toHaveTextContent('GEARArticle 1First paragraph.');
  expect(cards[1]).toHaveTextContent('BLOGArticle 2Read more about this exciting blog post...');
  expect(cards[0]?.querySelector('img')).toHaveAttribute('src', '/pictures/blogs/thumbnail.svg');

  const pages = screen.getByRole('navigation', { name: 'Pages of blogs' });
  const marks = () =>
    within(pages)
      .getAllByRole('listitem', { hidden: true })
      .map((one) => one.textContent);
  expect(marks()).toEqual(['01', '02', '…', '07']);
  expect(within(pages).getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await userEvent.click(within(pages).getByRole('button', { name: 'Page 7' }));
  expect(await screen.findAllByRole('article')).toHaveLength(4);
  expect(within(pages).getByRole('button', { name: 'Next page' })).toBeDisabled();
  await userEvent.click(within(pages).getByRole('button', { name: 'Previous page' }));
  expect(marks()).toEqual(['01', '…', '05', '06', '07']);
});

test("BLOG-23 a failure says 'Failed to load blogs. Please try again later.' and can be tried again", async () => {
  serve({ ...answers, 'GET /api/blogs': [json(500, { message: 'away' }), list(blog(1))] });
  openPage('/blogs');
  // In place of the list, and as the one toast.
  await waitFor(() => expect(screen.getAllByText('Failed to load blogs. Please try again later.')).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Article 1')).toBeVisible();
});

test("BLOG-25 an empty list says 'No blog posts found.'", async () => {
  serve({ ...answers, 'GET /api/blogs': list() });
  openPage('/blogs');
  expect(await screen.findByText('No blog posts found.')).toBeVisible();
});

test('BLOG-13 the pictures are thumbnail, then another banner, then the rest, each once', () => {
  expect(imagesOf(blog(1))).toEqual([
    '/pictures/blogs/thumbnail.svg',
    '/pictures/blogs/banner.svg',
    '/pictures/blogs/one.svg',
  ]);
  expect(imagesOf({ thumbnail: 'a', banner: 'a', images: ['b', 'a', 'b'] })).toEqual(['a', 'b']);
});

const one = `GET /api/blogs/${blog(1)._id}`;

test('NAV-06 BLOG-16 BLOG-21 API-22 an article shows banner, tags, title, date, views, paragraphs and pictures', async () => {
  serve({
    ...answers,
    [one]: json(200, { status: 'success', data: { blog: blog(1, { publishedOn: '2026-02-01T20:00:00Z' }) } }),
  });
  openPage(`/blog/${blog(1)._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Article 1' })).toBeVisible();
  // 20:00 UTC is already the second in Kathmandu.
  expect(screen.getByText('Feb 02, 2026')).toBeVisible();
  expect(screen.getByText('31 views')).toBeVisible();
  for (const text of ['Gear', 'Weather', 'First paragraph.', 'Second paragraph.']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  const pictures = [...document.querySelectorAll('article img')].map((image) => image.getAttribute('src'));
  expect(pictures).toEqual(['/pictures/blogs/banner.svg', '/pictures/blogs/one.svg']);
});

test("BLOG-22 an article that is not there says 'Blog not found.' without a toast", async () => {
  serve({ ...answers, [one]: json(404, { status: 'error', message: 'Blog not found' }) });
  openPage(`/blog/${blog(1)._id}`);
  expect(await screen.findByText('Blog not found.')).toBeVisible();
  expect(document.querySelector('[data-sonner-toast]')).toBe(null);
});

test("BLOG-27 an article that fails says 'Failed to load blog. Please try again later.'", async () => {
  serve({ ...answers, [one]: json(500, {}) });
  openPage(`/blog/${blog(1)._id}`);
  await waitFor(() => expect(screen.getAllByText('Failed to load blog. Please try again later.')).toHaveLength(2));
});
