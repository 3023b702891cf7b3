// Emails over SMTP to a real server: they arrive encrypted and authenticated, and a permanently refused one waits for
// an administrator.
import { adminSession, call, carrySession, must } from './support/api';
import { Server } from './support/server';
import { MailServer } from './support/smtp';
import { expect, test } from './support/test';

interface Post {
  mails: MailServer;
  site: Server;
}

const withPost = test.extend<object, Post>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const mails = await MailServer.start();
      await use(mails);
      await mails.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mails }, use) => {
      const site = await Server.start(mails.settings);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
});

withPost('SIGNUP-08 the code of a sign-up arrives over SMTP, encrypted and logged in', async ({ page, mails }) => {
  const email = 'dorje.post@example.org';
  await page.goto('/signup');
  await page.getByLabel('Username').fill('Dorje Lama');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('ridge-line-2026');
  await page.getByLabel('Confirm password').fill('ridge-line-2026');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const { mail, secure, user } = await mails.next(email, /^\d{6} is your/);
  expect({ secure, user }).toEqual({ secure: true, user: 'post@chautari.example' });
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(code);
  const modal = page.getByRole('dialog', { name: 'Almost done..!' });
  await modal.getByRole('textbox').first().click();
  await page.keyboard.type(code);
  await modal.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
});

withPost(
  'a permanently refused email is listed for administrators and can be sent again',
  async ({ page, mails, site }) => {
    const email = 'gone.away@example.org';
    mails.refused.add(email);
    const admin = await adminSession(site);
    await must(site, 'POST', '/api/newsletter/subscribe', { body: { email } });
    await expect
      .poll(async () => (await must(site, 'GET', '/api/mails/failed', { session: admin })).data.mails)
      .toMatchObject([{ to: email, tries: 1 }]);
    expect((await call(site, 'GET', '/api/mails/failed')).status).toBe(401);

    await carrySession(page, admin);
    await page.goto('/admin?section=failed-mails');
    const failed = page.getByRole('region', { name: 'Undelivered emails', exact: true });
    const row = failed.getByRole('row', { name: new RegExp(email) });
    await expect(row).toContainText('Newsletter welcome');
    await expect(row).toContainText('There is no such mailbox');
    mails.refused.delete(email);
    await row.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText(`Email to ${email} queued.`)).toBeVisible();
    await mails.next(email, /Welcome to the/);
    await expect(row).toHaveCount(0);
  },
);
