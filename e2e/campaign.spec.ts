// Staff write to the subscribers of the newsletter, who can leave it with the link of the email.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession } from './support/api';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test('an email to the subscribers is written, previewed, tried out and sent, and left with its link', async ({
  page,
  server,
}) => {
  test.slow();
  const reader = `reader.${Date.now()}@example.org`;
  const subject = `Snow on the pass ${Date.now()}`;
  await page.goto('/');
  await page.getByLabel('Your address for the newsletter').fill(reader);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('You are already subscribed')).toBeVisible();

  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=campaigns');
  await page.getByRole('button', { name: 'New email' }).click();
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Text').fill('The pass is closed.\n\nRead https://snow.example/pass, please.');
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue(subject);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectReadableEverywhere(page, 'a draft');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.frameLocator(`iframe[title="Preview of ${subject}"]`);
  await expect(frame.locator('p', { hasText: 'The pass is closed.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send to me' }).click();
  await expect(page.getByText(/^We sent the email to/)).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText(/ of \d+ sent/)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectReadableEverywhere(page, 'an email that is being sent');

  const mail = await newestMailTo(server, reader, new RegExp(subject));
  const link = /http\S+\/newsletter\/unsubscribe\?token=\S+/.exec(mail.text)?.[0] ?? '';
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/You can subscribe again/)).toBeVisible();
});
