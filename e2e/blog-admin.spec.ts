// An article in the editor: written with pictures, restored after a reload, published, read by visitors, changed and
// deleted.
import { adminSession, carrySession } from './support/api';
import { png } from './support/picture';
import { expect, test } from './support/test';

test('BLOGADM-01 BLOGADM-04 BLOGADM-05 BLOGADM-10 BLOGADM-11 BLOGADM-15 an article is written, survives a reload, is published, changed and deleted', async ({
  page,
  server,
}) => {
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=create-blog');
  const title = `Butter tea at 4,000 metres ${Date.now()}`;
  const form = page.getByRole('form', { name: 'Create Blog' });
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description').fill('Where it is made, and how to drink it.');
  await form.getByRole('textbox', { name: 'Paragraph 1' }).fill('Salt first.');
  await form.getByRole('textbox', { name: /^Tags/ }).fill(' Food ');
  await page.keyboard.press('Enter');
  await form
    .locator('input[type=file]')
    .nth(0)
    .setInputFiles(png('cup.png', 120, 80));
  await expect(form.getByRole('img', { name: 'Thumbnail' })).toBeVisible();

  await page.reload();
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(title);
  await expect(form.getByRole('img', { name: 'Thumbnail' })).toBeVisible();
  await form
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles(png('valley.png', 320, 140));
  await expect(form.getByRole('img', { name: 'Banner' })).toBeVisible();
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/is published\.$/)).toBeVisible();

  await page.goto('/blogs');
  const card = page.getByRole('main').getByRole('link', { name: title });
  await expect(card).toBeVisible();

  await page.goto('/admin?section=manage-blogs');
  await page.getByRole('searchbox', { name: 'Search by title' }).fill(title);
  const row = page.getByRole('list', { name: 'Blogs' }).getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Blog' });
  await expect(edit.getByRole('button', { name: 'Already Published' })).toBeDisabled();
  await edit.getByLabel('Title', { exact: true }).fill(`${title}, again`);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await expect(row.getByRole('heading', { name: `${title}, again` })).toBeVisible();
  await expect(row.getByText('Published')).toBeVisible();

  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No blogs match')).toBeVisible();
  await page.goto('/blogs');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card).toHaveCount(0);
});
