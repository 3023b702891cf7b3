// Errors of the article forms (document 2 §8 Blog administration), one after another in the open forms.
import type { Locator, Page } from '@playwright/test';
import { adminSession, carrySession, must } from './support/api';
import { png } from './support/picture';
import { expect, test } from './support/test';
import { answers, asks, emptyStorage, endSession, fates, fillStorage, isLost, reaches } from './support/trouble';

const title = (form: Locator) => form.getByLabel('Title', { exact: true });

async function expectRefused(form: Locator, button: string, ...texts: string[]): Promise<void> {
  await form.getByRole('button', { name: button, exact: true }).click();
  for (const text of texts) await expect(form.getByRole('alert').filter({ hasText: text }).first()).toBeVisible();
}

async function writeArticle(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Description').fill('What one finds above the clouds.');
  await form.getByRole('textbox', { name: 'Paragraph 1' }).fill('Snow, mostly.');
  for (const [at, name] of ['Thumbnail', 'Banner'].entries()) {
    await form
      .locator('input[type=file]')
      .nth(at)
      .setInputFiles(png(`${name}.png`, 60, 40));
    await expect(form.getByRole('img', { name })).toBeVisible();
  }
  await page.keyboard.press('Escape');
}

test('BLOGADM-22 BLOGADM-23 BLOGADM-24 BLOGADM-25 BLOGADM-26 BLOGADM-27 BLOGADM-28 every error while saving an article is shown, and no input is lost', async ({
  page,
  server,
}) => {
  const session = await adminSession(server);
  const [known] = (await must(server, 'GET', '/api/blogs')).data.blogs;
  const mine = 'Above the clouds';
  const posts = await fates(page, 'POST', /\/api\/blogs$/);
  await carrySession(page, session);
  await page.evaluate((key) => localStorage.setItem(key, '{"form"'), `blogDraft:${session.user.id}`);
  await page.goto('/admin?section=create-blog');
  const form = page.getByRole('form', { name: 'Create Blog' });
  await expect(page.getByText('Error loading saved data. Starting with a fresh form.')).toBeVisible();
  await expect(title(form)).toHaveValue('');

  await fillStorage(page);
  await title(form).fill(mine);
  await expect(form.getByRole('alert')).toHaveText(/^This draft can't be saved/);
  await emptyStorage(page);
  await writeArticle(page, form);
  await expect(form.getByText('Draft saved on this device.')).toBeVisible();

  posts.set(asks((blog) => ({ ...blog, title: '', content: [] })));
  await expectRefused(form, 'Publish', 'Missing required fields: title, content');
  posts.set(answers(400));
  await expectRefused(form, 'Publish', 'Invalid blog details. Please check your input.');
  posts.set(reaches);
  await title(form).fill(known.title);
  await expectRefused(form, 'Publish', 'A blog with this title already exists', known.title);
  await title(form).fill(mine);
  posts.set(asks((blog) => ({ ...blog, padding: 'x'.repeat(2 * 1024 * 1024) })));
  await expectRefused(form, 'Publish', 'Image size too large. Please use smaller images.');
  posts.set(answers(422, { status: 'error', errors: [{ field: 'tags[0]', message: 'Tag already exists' }] }));
  await expectRefused(form, 'Publish', 'Tag already exists');
  posts.set(answers(422));
  await expectRefused(form, 'Publish', 'Validation failed. Please check your input.');
  posts.set(answers(500));
  await expectRefused(form, 'Publish', 'Server error. Please try again later.');
  posts.set(isLost);
  await expectRefused(form, 'Publish', 'No response from server. Please check your internet connection.');

  posts.set(reaches);
  await endSession(page, server);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('You are not authorized to create blogs.').first()).toBeVisible();
  const again = await adminSession(server);
  await carrySession(page, again);
  await page.goto('/admin?section=create-blog');
  await expect(title(form)).toHaveValue(mine);
  await form.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText(/is saved as a draft\.$/)).toBeVisible();

  const saved = (await must(server, 'GET', '/api/blogs/manage?search=Above', { session: again })).data.blogs[0];
  expect(saved.title).toBe(mine);
  await must(server, 'DELETE', `/api/blogs/${saved._id}`, { session: again });
});

test('BLOGADM-29 BLOGADM-30 BLOGADM-31 BLOGADM-32 BLOGADM-33 BLOGADM-34 every error while listing, changing and deleting articles is shown', async ({
  page,
  server,
}) => {
  const session = await adminSession(server);
  const [known] = (await must(server, 'GET', '/api/blogs')).data.blogs;
  const { thumbnail, banner, tags } = known;
  const body = { title: 'Below the clouds', description: 'Rain.', content: ['Wet.'], tags, thumbnail, banner };
  const { blog } = (await must(server, 'POST', '/api/blogs', { session, body })).data;
  const lists = await fates(page, 'GET', /\/api\/blogs\/manage\?/);
  const reads = await fates(page, 'GET', new RegExp(`/api/blogs/${blog._id}$`));
  const saves = await fates(page, 'PUT', new RegExp(`/api/blogs/${blog._id}$`));
  const deletions = await fates(page, 'DELETE', new RegExp(`/api/blogs/${blog._id}$`));
  await carrySession(page, session);

  lists.set(answers(500));
  await page.goto('/admin?section=manage-blogs');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch blogs.' }).first()).toBeVisible();
  lists.set(reaches);
  await page.getByRole('button', { name: 'Try again' }).click();
  const row = page.getByRole('list', { name: 'Blogs' }).getByRole('listitem').filter({ hasText: blog.title });

  deletions.set(isLost);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete blog.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  reads.set(answers(500));
  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Blog' });
  await expect(dialog.getByText('Failed to fetch blog details.')).toBeVisible();
  reads.set(reaches);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(title(dialog)).toHaveValue(blog.title);

  saves.set(answers(400));
  await expectRefused(dialog, 'Save Changes', 'Invalid blog data');
  saves.set(reaches);
  await title(dialog).fill(known.title);
  await expectRefused(dialog, 'Save Changes', 'A blog with this title already exists', known.title);
  await title(dialog).fill('Below the clouds, again');
  await must(server, 'DELETE', `/api/blogs/${blog._id}`, { session });
  await expectRefused(dialog, 'Save Changes', 'Blog not found');
  await expect(title(dialog)).toHaveValue('Below the clouds, again');
});
