// A review from the email to the trek page: written by its link without a login, published and answered at the desk.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, carrySession, trekNamed } from './support/api';
import { tabAndPress, tabAndType, tabTo } from './support/focus';
import { newestMailTo } from './support/outbox';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a customer writes a review, staff publish and answer it, and the trek page shows it', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  // Of the demo's bookings, this one ended some days ago.
  const mail = await newestMailTo(server, 'priya.raghunathan@example.com', /^How was Mardi Himal/);
  const link = new URL(/http\S+\/review\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
  const title = `Above the clouds ${Date.now()}`;
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /^How was Mardi Himal/ })).toBeVisible();
  await tabAndPress(page, page.getByRole('button', { name: 'Send your review' }));
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible();
  await expectReadableEverywhere(page, 'form of a review');
  await page.setViewportSize({ width: 1280, height: 900 });
  const rating = page.getByRole('group', { name: 'Your rating' });
  await rating.getByRole('radio', { name: '1 of 5: Poor' }).focus();
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press('ArrowRight');
  await expect(rating.getByRole('radio', { name: '4 of 5: Very good' })).toBeChecked();
  await tabAndType(page, page.getByLabel('Title'), title);
  await tabAndType(page, page.getByLabel('Your review'), 'Four quiet days on the ridge. <b>Bring a jacket.</b>');
  await tabAndType(page, page.getByLabel('Name to show'), 'Priya R.');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await tabAndPress(page, page.getByRole('button', { name: 'Send your review' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your review' })).toBeFocused();
  await expectReadableEverywhere(page, 'review that was sent');

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' });
  const desk = await context.newPage();
  await carrySession(desk, await adminSession(server));
  await desk.goto('/admin?section=reviews');
  const item = desk.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('Priya R.');
  await expectReadableEverywhere(desk, 'reviews at the desk');
  await desk.setViewportSize({ width: 1280, height: 900 });
  await tabTo(desk, item.getByRole('button', { name: `Answer “${title}”` }));
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Answer the review' });
  await dialog.getByLabel('Your answer').fill('Thank you, Priya. The ridge waits for you.');
  await expectReadableEverywhere(desk, 'answer to a review');
  await desk.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(item).toContainText('The ridge waits for you.');
  await item.getByRole('button', { name: `Publish “${title}”` }).click();
  await expect(item).toHaveCount(0);
  await context.close();

  const trek = await trekNamed(server, /Mardi Himal/);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/package/${trek._id}`);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByRole('heading', { name: title })).toBeVisible();
  await expect(reviews).toContainText('<b>Bring a jacket.</b>');
  await expect(reviews).toContainText('The ridge waits for you.');
  await expectReadableEverywhere(page, 'trek page with reviews');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Your review is published' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveCount(0);
});

test('a review link that is not whole says so', async ({ page }) => {
  await page.goto('/review/no-such-token');
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
  await expectReadableEverywhere(page, 'review link that is not valid');
});
