// A traveller without a fitting package requests a custom trek, and the agency handles the request.
import { expectReadable } from './support/accessibility';
import { adminSession, carrySession } from './support/api';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

const destination = 'Limi valley';
const traveller = 'lena.odegard@example.org';

test('ADMIN-18 DECIDE-15 a traveller requests a custom trek from an empty search on a phone, and the agency handles it', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/packages?destination=${encodeURIComponent(destination)}`);
  await page.getByRole('link', { name: 'Request a custom trek' }).click();
  const form = page.getByRole('form', { name: 'Custom trek' });
  await expect(form.getByLabel('Destination')).toHaveValue(destination);

  // By keyboard, first with errors.
  await form.getByRole('button', { name: 'Send request' }).press('Enter');
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name must be at least 2 characters');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expectReadable(page, 'custom trek with mistakes');
  await page.keyboard.type('Lena Ödegård');
  await page.keyboard.press('Tab');
  await page.keyboard.type(traveller);
  await form.getByLabel('Message').fill('Slowly, with a cook.');
  await page.reload();
  await expect(form.getByLabel('Message')).toHaveValue('Slowly, with a cook.');
  await form.getByLabel('Email').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: "We've received your request" })).toBeFocused();
  await expectReadable(page, 'a request that has arrived');
  await newestMailTo(server, traveller, /We have your request/);

  await page.setViewportSize({ width: 1280, height: 900 });
  await carrySession(page, await adminSession(server));
  await page.goto('/admin?section=custom-treks&state=New');
  await page.getByRole('searchbox', { name: /Search name/ }).fill('limi');
  await expect(page).toHaveURL(/q=limi/);
  await expect(page.getByText('1 request', { exact: true })).toBeVisible();
  await expectReadable(page, 'the requests');
  await page.getByRole('link', { name: destination }).click();
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText('Slowly, with a cook.');
  await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${traveller}\\?`),
  );
  await expectReadable(page, 'a request');
  await page.getByLabel('Status').selectOption('Answered');
  await page.getByLabel('Notes', { exact: true }).fill('Offered May, 19 days.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Request saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('Offered May, 19 days.');
  await page.getByRole('region', { name: 'Request' }).getByRole('link', { name: 'Custom Treks' }).click();
  await expect(page.getByText('No requests match.')).toBeVisible();
});
