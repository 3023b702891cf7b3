// Manage Blogs: the list, the dialog that edits an article, and the confirmation before a deletion.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { answers, closePages, json, openPage, serve, signedIn } from '../test-server';
import { admin, blog, press } from './blog-fixtures';

// Preloaded, so that no test waits for it.
import '../features/blog-admin/ManageBlogs';
import './AdminPage';

afterEach(closePages);
const LIST = 'GET /api/blogs/manage';
const list = (...blogs: object[]) => json(200, { status: 'success', data: { blogs, total: blogs.length } });
const one = (more: object = {}) => json(200, { status: 'success', data: { blog: { ...blog, ...more } } });

describe('Manage Blogs', () => {
  function openManage(more: Parameters<typeof serve>[0] = {}) {
    const server = serve({ ...answers, ...signedIn(admin), [LIST]: list(blog), ...more });
    openPage('/admin?section=manage-blogs');
    return server;
  }
  const GET = 'GET /api/blogs/b1';
  const PUT = 'PUT /api/blogs/b1';
  const DELETE = 'DELETE /api/blogs/b1';
  const openEdit = async () => {
    await press(/^Edit.*Tea on/);
    return within(await screen.findByRole('dialog', { name: 'Edit Blog' }));
  };

  test('BLOGADM-01 BLOGADM-02 BLOGADM-03 BLOGADM-04 BLOGADM-13 articles are listed with their status and found by title', async () => {
    const { publishedOn: _, ...draft } = { ...blog, _id: 'b2', title: 'Salt' };
    const server = openManage({ [LIST]: list(blog, draft) });
    const rows = within(await screen.findByRole('list', { name: 'Blogs' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Tea on the trailPublishedNov 02, 202612 views');
    expect(rows[1]).toHaveTextContent('SaltDraftNov 01, 2026');
    expect(screen.getByRole('link', { name: /^View.*Salt/ })).toHaveAttribute('href', '/blog/b2');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'tea');
    const asked = () => new URL(server.to(LIST).at(-1)?.url ?? '').searchParams.get('search');
    await waitFor(() => expect(asked()).toBe('tea'));
  });

  test('BLOGADM-32 a list that fails to load shows a message and can be loaded again', async () => {
    openManage({ [LIST]: [json(500, {}), list(blog)] });
    expect((await screen.findAllByText('Failed to fetch blogs.')).length).toBeGreaterThan(0);
    await press('Try again');
    expect(await screen.findByRole('button', { name: /^Edit.*Tea on/ })).toBeVisible();
  });

  test('BLOGADM-06 BLOGADM-07 BLOGADM-08 API-32 Save Changes does not change publishedOn', async () => {
    const server = openManage({ [GET]: one(), [PUT]: one({ title: 'Tea' }) });
    const edit = await openEdit();
    expect(await edit.findByRole('button', { name: 'Already Published' })).toBeDisabled();
    fireEvent.change(edit.getByLabelText('Title'), { target: { value: 'Tea' } });
    await userEvent.click(edit.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    const sent = await server.to(PUT)[0]?.formData();
    expect(sent?.get('title')).toBe('Tea');
    expect(sent?.get('content')).toBe('["Black, with salt.","Or with milk."]');
    expect(sent?.get('tags')).toBe('["Tea"]');
    expect(sent?.has('publishNow')).toBe(false);
    expect(server.to(LIST).length).toBeGreaterThan(1);
  });

  test('BLOGADM-07 Save & Publish publishes a draft', async () => {
    const server = openManage({ [GET]: one({ publishedOn: undefined }), [PUT]: one() });
    const edit = await openEdit();
    await userEvent.click(await edit.findByRole('button', { name: 'Save & Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect((await server.to(PUT)[0]?.formData())?.get('publishNow')).toBe('true');
  });

  test.each([
    ['BLOGADM-29', 400, {}, 'Invalid blog data'],
    ['BLOGADM-29', 400, { message: 'The title is too long' }, 'The title is too long'],
    ['BLOGADM-30', 404, {}, 'Blog not found'],
    ['BLOGADM-31', 409, { existingValue: 'Salt' }, 'A blog with this title already exists'],
  ])('%s an update rejected with %i (%j) shows the message and stays open', async (_, status, body, words) => {
    openManage({ [GET]: one(), [PUT]: json(status, { status: 'error', ...body }) });
    const edit = await openEdit();
    await userEvent.click(await edit.findByRole('button', { name: 'Save Changes' }));
    expect(await edit.findByText(words)).toBeVisible();
  });

  const stale = () => json(409, { status: 'error', message: 'This article was changed.', currentVersion: 5 });

  test("API-32 another editor's changes to other fields are merged and saved without a question", async () => {
    const server = openManage({
      [GET]: [one(), one({ description: 'Theirs', version: 5 })],
      [PUT]: [stale(), one({ title: 'Tea', version: 6 })],
    });
    const edit = await openEdit();
    fireEvent.change(await edit.findByLabelText('Title'), { target: { value: 'Tea' } });
    await userEvent.click(edit.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(await screen.findByText('Merged with another editor’s changes')).toBeVisible();
    expect(screen.getByText('Description.')).toBeVisible();
    const sent = await Promise.all(server.to(PUT).map((call) => call.formData()));
    expect(sent.map((body) => body.get('version'))).toEqual(['3', '5']);
    expect([sent[1]?.get('title'), sent[1]?.get('description')]).toEqual(['Tea', 'Theirs']);
  });

  test('API-32 a field that both editors changed shows both values, and one is selected by keyboard before saving', async () => {
    const server = openManage({
      [GET]: [one(), one({ description: 'Theirs', title: 'Their title', version: 5 })],
      [PUT]: [stale(), one({ version: 6 })],
    });
    const edit = await openEdit();
    fireEvent.change(await edit.findByLabelText('Description'), { target: { value: 'Mine' } });
    fireEvent.change(edit.getByLabelText('Title'), { target: { value: 'My title' } });
    await userEvent.click(edit.getByRole('button', { name: 'Save Changes' }));
    const save = await edit.findByRole('button', { name: 'Save merged blog' });
    await userEvent.click(save);
    expect(edit.getByText('Choose a version for each field.')).toBeVisible();
    const title = within(edit.getByRole('group', { name: 'Title' }));
    expect(title.getByRole('radio', { name: 'Mine My title' })).toHaveFocus();
    await userEvent.keyboard(' ');
    await userEvent.click(
      within(edit.getByRole('group', { name: 'Description' })).getByRole('radio', { name: 'Theirs Theirs' }),
    );
    await userEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    const last = await server.to(PUT).at(-1)?.formData();
    expect([last?.get('title'), last?.get('description'), last?.get('version')]).toEqual(['My title', 'Theirs', '5']);
  });

  test('BLOGADM-34 an article that fails to load shows a message in the dialog', async () => {
    openManage({ [GET]: json(500, {}) });
    const edit = await openEdit();
    expect(await edit.findByText('Failed to fetch blog details.')).toBeVisible();
  });

  test('unsaved changes are discarded only after a confirmation', async () => {
    openManage({ [GET]: one() });
    const edit = await openEdit();
    fireEvent.change(await edit.findByLabelText('Title'), { target: { value: 'Tea' } });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await edit.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  test('BLOGADM-05 API-33 Delete requires a confirmation, and BLOGADM-33 a failure shows a message', async () => {
    const server = openManage({
      [LIST]: [list(blog), list(blog), list()],
      [DELETE]: [json(500, {}), new Response(null, { status: 204 })],
    });
    await press(/^Delete.*Tea on/);
    const question = within(await screen.findByRole('dialog', { name: 'Delete this blog?' }));
    expect(server.to(DELETE)).toHaveLength(0);
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete blog.')).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No blogs yet. Write the first one with New blog.')).toBeVisible();
  });
});
