// An article by hand: written with its pictures, kept over a reload, published, read by visitors, changed and deleted.
import { deflateSync } from 'node:zlib';
import { adminSession, carrySession } from './support/api';
import { expect, test } from './support/test';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  let sum = 0xffffffff;
  for (const byte of body) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE((sum ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, check]);
}

/** A real picture of one colour. */
function png(name: string, width: number, height: number) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x66);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return { name, mimeType: 'image/png', buffer: Buffer.concat([signature, ...parts]) };
}

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
  await expect(page.getByText('No blog fits')).toBeVisible();
  await page.goto('/blogs');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(card).toHaveCount(0);
});
