// Create Blog: publishing, validation, the local draft, and every message of document 2 §8.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';
import {
  admin,
  blog,
  choose,
  DRAFT,
  filled,
  form,
  keepFilled,
  openCreate,
  png,
  press,
  Upload,
  uploadNumber,
} from './blog-fixtures';

// Preloaded, so that no test waits for it.
import '../features/blog-admin/CreateBlog';
import './AdminPage';

afterEach(closePages);
const CREATE = 'POST /api/blogs';
beforeEach(() => {
  Upload.all = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
});

describe('Create Blog', () => {
  test('BLOGADM-10 BLOGADM-15 BLOGADM-21 API-31 UPLOAD-09 API-34 a complete article is created and published', async () => {
    const server = openCreate({ [CREATE]: json(201, { status: 'success', data: { blog } }) });
    await form();
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' Tea on the trail ' } });
    fireEvent.change(screen.getByLabelText(/^Category/), { target: { value: 'Food' } });
    fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Where to drink it.' } });
    fireEvent.change(screen.getByLabelText('Paragraph 1'), { target: { value: 'Black, with salt.' } });
    await press('Add Paragraph');
    fireEvent.change(await screen.findByLabelText('Paragraph 2'), { target: { value: 'Or with milk.' } });
    await userEvent.type(screen.getByRole('textbox', { name: /^Tags/ }), '  Tea {Enter}');
    expect(within(await screen.findByRole('list', { name: 'Tags of this blog' })).getByText('Tea')).toBeVisible();

    choose(screen.getByLabelText('Choose thumbnail', { selector: 'input' }), png('cup.png'));
    const thumbnail = await uploadNumber(1);
    expect(thumbnail.where).toBe('POST /api/upload/single');
    expect(thumbnail.headers).toEqual({ Authorization: 'Bearer access-1', 'X-Refresh-Token': 'refresh-1' });
    expect(thumbnail.body?.get('keyPrefix')).toBe('blogs/thumbnails');
    expect((thumbnail.body?.get('image') as File | undefined)?.name).toBe('cup.png');
    act(() => thumbnail.upload.onprogress?.({ loaded: 5, total: 10 }));
    const progress = await screen.findByRole('progressbar', { name: 'Uploading cup.png' });
    await waitFor(() => expect(progress).toHaveAttribute('value', '48'));
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    thumbnail.answer(200, { status: 'success', url: '/files/t.webp' });
    expect(await screen.findByRole('img', { name: 'Thumbnail' })).toHaveAttribute('src', '/files/t.webp');

    choose(screen.getByLabelText('Choose banner', { selector: 'input' }), png('valley.png'));
    const banner = await uploadNumber(2);
    expect(banner.body?.get('keyPrefix')).toBe('blogs/banners');
    banner.answer(200, { status: 'success', url: '/files/b.webp' });
    await screen.findByRole('img', { name: 'Banner' });
    choose(screen.getByLabelText('Add images', { selector: 'input' }), png('one.png'), png('two.png'));
    await waitFor(() => expect(Upload.all).toHaveLength(4));
    Upload.all[3]?.answer(200, { url: '/files/two.webp' });
    Upload.all[2]?.answer(200, { url: '/files/one.webp' });
    await screen.findByRole('img', { name: 'Image 2' });
    await press('Move image 2 earlier');

    await press('Publish');
    expect(await screen.findByText(/is published/)).toBeVisible();
    const [sent] = server.to(CREATE);
    expect(await sent?.json()).toEqual({
      title: 'Tea on the trail',
      category: 'Food',
      description: 'Where to drink it.',
      content: ['Black, with salt.', 'Or with milk.'],
      tags: ['Tea'],
      thumbnail: '/files/t.webp',
      banner: '/files/b.webp',
      images: ['/files/one.webp', '/files/two.webp'],
      publishNow: true,
    });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/\S{20}/);
    expect(screen.getByLabelText('Title')).toHaveValue('');
    expect(localStorage.getItem(DRAFT)).toBe(null);
  });

  test('BLOGADM-13 BLOGADM-14 Save Draft saves without publishing', async () => {
    keepFilled();
    const { publishedOn: _, ...draft } = blog;
    const server = openCreate({ [CREATE]: json(201, { status: 'success', data: { blog: draft } }) });
    await press('Save Draft');
    expect(await screen.findByText(/is saved as a draft/)).toBeVisible();
    expect((await server.to(CREATE)[0]?.json())?.publishNow).toBe(false);
  });

  test('BLOGADM-16 BLOGADM-17 BLOGADM-35 BLOGADM-36 BLOGADM-37 missing values are reported next to their fields', async () => {
    const server = openCreate();
    await form();
    await press('Publish');
    for (const words of [
      'Title is required',
      'Description is required',
      'Content must include at least one paragraph',
      'Thumbnail is required',
      'Banner is required',
    ]) {
      expect(screen.getByText(words)).toBeVisible();
    }
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
    expect(server.to(CREATE)).toHaveLength(0);
  });

  test('BLOGADM-18 the last paragraph cannot be removed', async () => {
    openCreate();
    await form();
    await press('Remove paragraph 1');
    expect(await screen.findByText('Blog must have at least one paragraph')).toBeInTheDocument();
    expect(screen.getByLabelText('Paragraph 1')).toBeVisible();
  });

  test('BLOGADM-19 BLOGADM-20 a repeated tag and an eleventh tag are rejected', async () => {
    keepFilled({ tags: ['Tea', ...'abcdefgh'] });
    openCreate();
    await form();
    const box = screen.getByRole('textbox', { name: /^Tags/ });
    await userEvent.type(box, 'tea{Enter}');
    expect(await screen.findByText('Tag already exists')).toBeVisible();
    await userEvent.clear(box);
    await userEvent.type(box, 'i{Enter}j{Enter}');
    expect(await screen.findByText('Maximum 10 tags allowed')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Tags of this blog' })).getAllByRole('listitem')).toHaveLength(10);
  });

  test('BLOGADM-11 the draft is restored at the next visit, and BLOGADM-09 Clear form deletes it after a confirmation', async () => {
    serve({ ...answers, ...signedIn(admin) });
    const first = openPage('/admin?section=create-blog');
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'हिमालय' } });
    first.unmount();
    closePages();
    openPage('/admin?section=create-blog');
    expect(await screen.findByLabelText('Title')).toHaveValue('हिमालय');
    await press('Clear form');
    const question = within(await screen.findByRole('dialog', { name: 'Clear the form?' }));
    await userEvent.click(question.getByRole('button', { name: 'Clear form' }));
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
    expect(localStorage.getItem(DRAFT)).toBe(null);
  });

  test.each(['{"form":', '{"form":{"title":3},"key":"k"}', 'null'])(
    'BLOGADM-11 a damaged draft (%s) is reported and deleted',
    async (kept) => {
      localStorage.setItem(DRAFT, kept);
      openCreate();
      expect(await screen.findByText('Error loading saved data. Starting with a fresh form.')).toBeInTheDocument();
      expect(await screen.findByLabelText('Title')).toHaveValue('');
    },
  );

  test('BLOGADM-11 a browser without storage shows that the draft is not saved', async () => {
    openCreate();
    await form();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Long' } });
    expect(await screen.findByText(/^This draft can't be saved/)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Long');
  });

  describe('BLOGADM-23 BLOGADM-24 BLOGADM-25 BLOGADM-26 BLOGADM-27 an article that the server rejects', () => {
    test.each([
      ['BLOGADM-23', 400, { missingFields: ['title', 'banner'] }, 'Missing required fields: title, banner'],
      ['BLOGADM-23', 400, {}, 'Invalid blog details. Please check your input.'],
      ['BLOGADM-24', 401, {}, 'You are not authorized to create blogs.'],
      ['BLOGADM-25', 413, {}, 'Image size too large. Please use smaller images.'],
      ['BLOGADM-26', 422, {}, 'Validation failed. Please check your input.'],
      ['BLOGADM-27', 500, { message: 'boom' }, 'Server error. Please try again later.'],
    ])('%s with a %i shows what is wrong (%j) and keeps the form', async (_, status, body, words) => {
      keepFilled();
      openCreate({
        [CREATE]: json(status, { status: 'error', ...body }),
        'POST /api/auth/refresh': json(200, { status: 'success', accessToken: 'access-2' }),
      });
      await press('Publish');
      expect(await within(await form()).findByText(words)).toBeVisible();
      expect(screen.getByLabelText('Title')).toHaveValue(filled.title);
    });
  });

  test('BLOGADM-22 an existing title is reported with the existing one, also next to the field', async () => {
    keepFilled();
    openCreate({
      [CREATE]: json(409, {
        status: 'error',
        message: 'A blog with this title already exists',
        existingValue: 'TEA on the trail',
      }),
    });
    await press('Save Draft');
    const shown = within(await form());
    expect(await shown.findByText('A blog with this title already exists')).toBeVisible();
    expect(shown.getByText('TEA on the trail')).toBeVisible();
    expect(shown.getByText('A blog with this title already exists: “TEA on the trail”')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  });

  test('BLOGADM-26 field errors of the server appear next to their fields', async () => {
    keepFilled();
    const errors = [
      { field: 'content[0]', message: 'At most 20,000 letters' },
      { field: 'banner', message: 'There is no such picture' },
    ];
    openCreate({ [CREATE]: json(422, { status: 'error', errors }) });
    await press('Publish');
    const shown = within(await form());
    expect(await shown.findByText('At most 20,000 letters')).toBeVisible();
    expect(shown.getByText('There is no such picture')).toBeVisible();
    expect(shown.getByText('At most 20,000 letters · There is no such picture')).toBeVisible();
  });

  test('BLOGADM-28 a missing response shows a message, and a retry sends the same request with the same key', async () => {
    keepFilled();
    const server = openCreate({
      [CREATE]: [() => Promise.reject(new TypeError('offline')), json(201, { data: { blog } })],
    });
    await press('Publish');
    const words = 'No response from server. Please check your internet connection.';
    expect(await within(await form()).findByText(words)).toBeVisible();
    await press('Publish');
    expect(await screen.findByText(/is published/)).toBeVisible();
    const keys = server.to(CREATE).map((call) => call.headers.get('Idempotency-Key'));
    expect(keys[0]).toBe(keys[1]);
  });

  test('BLOGADM-12 while saving, the progress grows by 10 % every half second, up to 90 %', async () => {
    keepFilled();
    openCreate({ [CREATE]: () => new Promise<Response>(() => {}) });
    const publish = await screen.findByRole('button', { name: 'Publish' });
    vi.useFakeTimers();
    try {
      fireEvent.click(publish);
      await act(() => vi.advanceTimersByTimeAsync(0));
      const bar = screen.getByRole('progressbar', { name: 'Saving the blog' });
      expect(bar).toHaveAttribute('value', '0');
      await act(() => vi.advanceTimersByTimeAsync(500));
      expect(bar).toHaveAttribute('value', '10');
      await act(() => vi.advanceTimersByTimeAsync(8000));
      expect(bar).toHaveAttribute('value', '90');
    } finally {
      vi.useRealTimers();
    }
  });
});
