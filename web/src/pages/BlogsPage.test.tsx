import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { Blog } from '../api/types';
import { imagesOf } from '../features/blog/blogs';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

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
/** Paginates like the server: the requested slice and the total. */
const list =
  (...blogs: Blog[]) =>
  (request: Request) => {
    const asked = new URL(request.url).searchParams;
    const [page, limit] = [Number(asked.get('page') ?? 1), Number(asked.get('limit') ?? 100)];
    const some = blogs.slice((page - 1) * limit, page * limit);
    return json(200, { status: 'success', data: { blogs: some, total: blogs.length } });
  };

test('NAV-05 BLOG-01..05 BLOG-06..10 API-21 a page shows six cards with tag, title and first paragraph, and page numbers have two digits', async () => {
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
  expect(await screen.findByText('Article 40')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(4);
  expect(within(pages).getByRole('button', { name: 'Next page' })).toBeDisabled();
  await userEvent.click(within(pages).getByRole('button', { name: 'Previous page' }));
  expect(marks()).toEqual(['01', '…', '05', '06', '07']);
});

test('BLOG-06 only an administrator sees which articles are drafts', async () => {
  const blogs = list(blog(1, { publishedOn: '2026-01-06T08:00:00Z' }), blog(2));
  serve({ ...answers, ...signedIn({ ...maya, role: 'admin' }), 'GET /api/blogs': blogs });
  const page = openPage('/blogs');
  expect(await screen.findByText('Draft')).toBeVisible();
  expect((await screen.findAllByRole('article')).map((one) => one.textContent?.includes('Draft'))).toEqual([
    false,
    true,
  ]);
  page.unmount();
  closePages();
  serve({ ...answers, ...signedIn(), 'GET /api/blogs': blogs });
  openPage('/blogs');
  expect(await screen.findByText('Article 2')).toBeVisible();
  expect(screen.queryByText('Draft')).toBeNull();
});

test("BLOG-23 a failure says 'Failed to load blogs. Please try again later.' and can be tried again", async () => {
  serve({ ...answers, 'GET /api/blogs': [json(500, { message: 'away' }), list(blog(1))] });
  openPage('/blogs');
  // Once in place of the list, once in the toast.
  await waitFor(() => expect(screen.getAllByText('Failed to load blogs. Please try again later.')).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Article 1')).toBeVisible();
});

test("BLOG-25 an empty list says 'No blog posts found.'", async () => {
  serve({ ...answers, 'GET /api/blogs': list() });
  openPage('/blogs');
  expect(await screen.findByText('No blog posts found.')).toBeVisible();
});

test('BLOG-13 pictures are the thumbnail, the banner if it differs, and the others, each once', () => {
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

test("BLOG-22 a missing article shows 'Blog not found.' without a toast", async () => {
  serve({ ...answers, [one]: json(404, { status: 'error', message: 'Blog not found' }) });
  openPage(`/blog/${blog(1)._id}`);
  expect(await screen.findByText('Blog not found.')).toBeVisible();
  expect(document.querySelector('[data-sonner-toast]')).toBe(null);
});

test("BLOG-27 an article that fails to load shows 'Failed to load blog. Please try again later.'", async () => {
  serve({ ...answers, [one]: json(500, {}) });
  openPage(`/blog/${blog(1)._id}`);
  await waitFor(() => expect(screen.getAllByText('Failed to load blog. Please try again later.')).toHaveLength(2));
});

describe('an article in a dialog over the list', () => {
  const found = json(200, {
    status: 'success',
    data: { blog: blog(1, { publishedOn: '2026-01-05T08:00:00Z', views: 1 }) },
  });
  const withList = { ...answers, 'GET /api/blogs': list(blog(1), blog(2)) };
  const title = 'Article 1';
  const dialog = () => screen.findByRole('dialog', { name: title });
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));

  test('BLOG-11 BLOG-15 BLOG-16 opens from a card with tags, title, date, views, description, paragraphs and a link to its page', async () => {
    serve({ ...withList, [one]: found });
    const page = openPage('/blogs');
    const link = await screen.findByRole('link', { name: title });
    // The link for a new tab, a crawler or a middle click.
    expect(link).toHaveAttribute('href', `/blog/${blog(1)._id}`);
    await userEvent.click(link);
    expect(page.address()).toBe(`/blogs?article=${blog(1)._id}`);
    const open = within(await dialog());
    expect(await open.findByText('Jan 05, 2026')).toBeVisible();
    expect(open.getByRole('heading', { name: title })).toBeVisible();
    for (const text of ['1 view', 'Gear', 'Weather', 'What it is about.', 'First paragraph.', 'Second paragraph.']) {
      expect(open.getByText(text)).toBeVisible();
    }
    expect(open.getByRole('link', { name: 'Open full page' })).toHaveAttribute('href', `/blog/${blog(1)._id}`);
  });

  test('BLOG-12..14 has a carousel that starts at the thumbnail, followed by the banner and the others', async () => {
    serve({ ...withList, [one]: found });
    openPage(`/blogs?article=${blog(1)._id}`);
    const open = within(await dialog());
    const carousel = within(await open.findByRole('region', { name: `Pictures of ${title}` }));
    const slides = carousel.getAllByRole('group', { hidden: true });
    expect(slides.map((slide) => slide.querySelector('img')?.getAttribute('src'))).toEqual(imagesOf(blog(1)));
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true]);
    for (const slide of slides) expect(slide).toHaveTextContent('Illustration');
    expect(carousel.getByRole('button', { name: 'Previous slide' })).toBeEnabled();
    expect(carousel.getByRole('button', { name: 'Next slide' })).toBeEnabled();
    expect(carousel.getAllByRole('button', { name: /^Slide \d$/ })).toHaveLength(3);
    expect(carousel.getByRole('button', { name: 'Slide 1' })).toHaveAttribute('aria-current', 'true');
  });

  test('BLOG-17 BLOG-18 closes with the button, Escape and the back button, and the focus returns to the card', async () => {
    serve({ ...withList, [one]: found });
    const page = openPage('/blogs?page=1');
    for (const how of ['button', 'escape', 'back']) {
      const link = await screen.findByRole('link', { name: title });
      await userEvent.click(link);
      await dialog();
      if (how === 'button') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      // A double click must go back only once.
      else if (how === 'escape') await userEvent.keyboard('{Escape}{Escape}');
      else await act(() => page.router.navigate(-1));
      await gone();
      await waitFor(() => expect(link).toHaveFocus());
      expect(page.address()).toBe('/blogs?page=1');
    }
  });

  test('BLOG-11 BLOG-17 opens directly from its address, and closing shows the list', async () => {
    serve({ ...withList, [one]: found });
    const page = openPage(`/blogs?article=${blog(1)._id}`);
    await within(await dialog()).findByText('First paragraph.');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await gone();
    expect(page.address()).toBe('/blogs');
    await waitFor(() => expect(screen.getByRole('link', { name: title })).toHaveFocus());
  });

  test("BLOG-20 BLOG-24 shows its loading state, then 'Failed to load blog details. Please try again.', and can be tried again", async () => {
    let answer = (_: Response) => {};
    const waiting = () => new Promise<Response>((resolve) => (answer = resolve));
    serve({ ...withList, [one]: [waiting, found] });
    openPage('/blogs');
    await userEvent.click(await screen.findByRole('link', { name: title }));
    const open = within(await dialog());
    expect(open.getByText('Loading the article')).toBeInTheDocument();
    answer(json(500, { status: 'error', message: 'away' }));
    // Shown in place of the article. The toast with the same text is outside the dialog.
    expect(await open.findByText('Failed to load blog details. Please try again.')).toBeVisible();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
    await userEvent.click(open.getByRole('button', { name: 'Try again' }));
    expect(await open.findByText('First paragraph.')).toBeVisible();
  });

  test.each([
    ['an unknown id', blog(9)._id],
    ['an id of the wrong form', 'not-an-id'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['5,000 letters', 'x'.repeat(5000)],
  ])("BLOG-20 BLOG-26 %s shows only 'No blog details available.'", async (_, id) => {
    serve({
      ...withList,
      [`GET /api/blogs/${encodeURIComponent(id)}`]: json(404, { status: 'error', message: 'Blog not found' }),
    });
    openPage(`/blogs?article=${encodeURIComponent(id)}`);
    const open = within(await screen.findByRole('dialog', { name: 'Article' }));
    expect(await open.findByText('No blog details available.')).toBeVisible();
    expect(document.querySelector('[data-sonner-toast]')).toBe(null);
    await userEvent.click(open.getByRole('button', { name: 'Close' }));
    await gone();
  });
});

test.each(['99', '-3', 'last', '1.5', '99999999999999999999'])(
  'BLOG-03 BLOG-04 an invalid page number (%s) shows the nearest existing page',
  async (wanted) => {
    serve({ ...answers, 'GET /api/blogs': list(...Array.from({ length: 8 }, (_, index) => blog(index + 1))) });
    openPage(`/blogs?page=${wanted}`);
    const beyond = Number(wanted) > 2;
    expect(await screen.findByText(beyond ? 'Article 8' : 'Article 1')).toBeVisible();
    expect(screen.getByRole('button', { name: beyond ? 'Page 2' : 'Page 1' })).toHaveAttribute('aria-current', 'page');
  },
);
