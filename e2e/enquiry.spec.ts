// A traveller asks about a trek on a phone, staff answer from the desk, and the traveller writes again with the link.
import { expectReadable, expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession } from './support/api';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test('a question is asked on the trek page, answered at the desk, and continued with the emailed link', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const address = `lena.${Date.now()}@example.org`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/packages');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Everest/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Ask a question' }).click();
  const form = page.getByRole('dialog', { name: 'Ask a question' });
  // By keyboard, first with mistakes.
  await form.getByRole('button', { name: 'Send question' }).press('Enter');
  await expect(form.getByLabel('Your question')).toBeFocused();
  await expectReadableEverywhere(page, 'question with mistakes');
  await page.setViewportSize({ width: 390, height: 844 });
  await form.getByLabel('Your question').focus();
  for (const typed of ['Is it cold in April?', 'Lena Ödegård', address]) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  await form.getByLabel('Email').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Thank you for your question' })).toBeVisible();
  await expectReadable(page, 'question sent');

  await page.setViewportSize({ width: 1280, height: 900 });
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=enquiries');
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await page.getByRole('button', { name: 'New reply' }).click();
  const reply = page.getByRole('dialog', { name: 'New saved reply' });
  await reply.getByLabel('Title').fill('Cold');
  await reply.getByLabel('Text').fill('Minus ten at night.');
  await reply.getByRole('button', { name: 'Save' }).click();
  await expectReadableEverywhere(page, 'saved replies');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page
    .getByRole('dialog', { name: 'Saved replies' })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click();

  await page.getByRole('searchbox', { name: /Search name/ }).fill(address);
  await page.getByRole('link', { name: 'Lena Ödegård' }).click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Is it cold in April?');
  await page.getByLabel('Saved reply').selectOption('Cold');
  // The message of the saved reply ends during the check, and is pale while it does.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  await expectReadableEverywhere(page, 'an enquiry');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Answer sent.')).toBeVisible();

  const mail = await newestMailTo(server, address, /^Re: Your question/);
  expect(mail.text).toContain('Minus ten at night.');
  const link = /http\S+\/enquiry\/\S+/.exec(mail.text)?.[0] ?? '';
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  await theirs.goto(new URL(link).pathname);
  await expect(theirs.getByRole('list', { name: 'Messages' })).toContainText('Minus ten at night.');
  await expectReadableEverywhere(theirs, 'the conversation');
  await theirs.getByLabel('Your message').fill('Thank you!');
  await theirs.getByRole('button', { name: 'Send message' }).click();
  await expect(theirs.getByText(/^Message sent/)).toBeVisible();
  await context.close();

  await page.goto('/admin?section=today');
  await page
    .getByRole('region', { name: /Questions to answer/ })
    .getByRole('link', { name: /Lena/ })
    .click();
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('Thank you!');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Enquiry closed.')).toBeVisible();
});
