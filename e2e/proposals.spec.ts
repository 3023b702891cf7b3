// Proposals: staff answer a custom trek request, the traveller accepts by the link of the email and pays the deposit.
import { expectReadableEverywhere } from './support/accessibility';
import { adminSession, bookingsOf, carrySession, must, type Session, signUp } from './support/api';
import { dayFromNow } from './support/days';
import {
  billing,
  confirmed,
  continueToPayment,
  fillBilling,
  fillCard,
  fillGuest,
  goodCard,
  payNow,
  walkers,
} from './support/journey';
import { newestMailTo } from './support/outbox';
import type { Server } from './support/server';
import { expect, test } from './support/test';

const TITLE = 'Limi valley <img src=x onerror=alert(1)>';

async function request(server: Server, me: Session) {
  const body = { name: me.user.name, email: me.user.email, destination: 'Limi valley', guests: 2, message: 'Slowly.' };
  return (await must(server, 'POST', '/api/custom-treks', { body })).data.customTrek;
}

/** The next version for a request, sent. */
async function sent(server: Server, customTrekId: string, admin: Session) {
  const step = async (method: string, path: string, body: object) =>
    (await must(server, method, path, { body, session: admin })).data.proposal;
  const made = await step('POST', '/api/proposals', { customTrekId });
  const path = `/api/proposals/${made.shown._id}`;
  const content = {
    title: `Limi valley, version ${made.shown.number}`,
    startDate: await dayFromNow(server, 90),
    days: [{ to: 'Simikot' }, { to: 'Halji' }],
    lines: [{ text: 'Guided trek', quantity: 2, unitPrice: 900, counts: true }],
  };
  const saved = await step('PATCH', path, { version: made.version, content });
  return step('POST', `${path}/send`, { version: saved.version });
}

test('a request is answered with a proposal, which the traveller accepts and pays the deposit of', async ({
  page,
  browser,
  server,
}) => {
  test.slow();
  const me = await signUp(server, 'Lena Odegard');
  const asked = await request(server, me);
  await carrySession(page, await adminSession(server));
  await page.goto(`/admin?section=custom-treks&request=${asked._id}`);
  await page.getByRole('link', { name: 'Answer with a proposal' }).press('Enter');
  const copied = page.getByLabel('Start from');
  const route = await copied.locator('optgroup option').first().getAttribute('value');
  await copied.selectOption(route);
  await page.getByRole('button', { name: 'New proposal' }).press('Enter');
  const form = page.getByRole('form', { name: 'Proposal' });
  await expect(
    form.getByRole('group', { name: 'Day 1', exact: true }).getByLabel('To', { exact: true }),
  ).not.toHaveValue('');

  // With the keyboard alone: the title, a mistake, a line that does not count, and what is typed survives a reload.
  await form.getByLabel('Title').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(TITLE);
  const lines = await form.getByRole('group', { name: /^Line / }).count();
  await form.getByRole('button', { name: 'Add a line' }).press('Enter');
  const option = form.getByRole('group', { name: `Line ${lines + 1}`, exact: true });
  await option.getByLabel('Text').fill('Single tent');
  await option.getByLabel('Part of the total').press('Space');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(option.getByLabel(/^Price each/)).toHaveAccessibleDescription(/Enter an amount/);
  await page.reload();
  await expect(form.getByLabel('Title')).toHaveValue(TITLE);
  await option.getByLabel(/^Price each/).fill('75.50');
  await form.getByLabel('Deposit', { exact: true }).selectOption('percent');
  await form.getByLabel('Deposit %').fill('25');
  await expectReadableEverywhere(page, 'the editor of a proposal');
  await page.setViewportSize({ width: 1280, height: 900 });
  await form.getByRole('button', { name: 'Preview' }).press('Enter');
  const preview = page.getByRole('dialog', { name: TITLE });
  await expect(preview.getByRole('row', { name: /Single tent/ })).toContainText('$75.50');
  await preview.getByRole('button', { name: 'Close' }).last().press('Enter');
  await form.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Send this proposal?' })
    .getByRole('button', { name: 'Send proposal' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Proposal', exact: true })).toContainText('Sent');
  await expectReadableEverywhere(page, 'a proposal that was sent');

  const mail = await newestMailTo(server, me.user.email, /Your trek proposal/);
  expect(mail.html).not.toContain('<img src=x');
  const link = new URL(/http\S+\/proposal\/\S+/.exec(mail.text)?.[0] ?? '').pathname;
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('link', { name: 'Log in to accept' })).toBeVisible();
  await carrySession(theirs, me);
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expectReadableEverywhere(theirs, 'a proposal');
  await theirs.setViewportSize({ width: 1280, height: 900 });
  await theirs.getByRole('button', { name: 'Accept and pay the deposit' }).press('Enter');
  await expect(theirs).toHaveURL('/booking');
  for (const number of [1, 2]) await fillGuest(theirs, number, walkers[number - 1] as (typeof walkers)[0]);
  await continueToPayment(theirs).press('Enter');
  await fillBilling(theirs, billing(me));
  await fillCard(theirs, goodCard);
  await payNow(theirs).press('Enter');
  await expect(confirmed(theirs)).toBeVisible({ timeout: 30_000 });
  const [booking] = await bookingsOf(server, me);
  expect(booking).toMatchObject({ status: 'Confirmed', trek: { name: TITLE }, totalGuests: 2 });
  expect(booking.balance).toBeCloseTo(booking.amount * 0.75, 1);

  // The trek of the booking is on the page of the proposal, and on no other.
  await theirs.goto('/dashboard?section=my-bookings');
  await expect(theirs.getByRole('link', { name: `Itinerary of ${TITLE}` })).toHaveAttribute('href', link);
  await theirs.getByRole('link', { name: TITLE, exact: true }).press('Enter');
  await expect(theirs).toHaveURL(link);
  await expect(theirs.getByRole('heading', { name: 'You accepted this proposal' })).toBeVisible();
  await expectReadableEverywhere(theirs, 'an accepted proposal');
  await theirs.goto('/packages?search=Limi');
  await expect(theirs.getByText(TITLE)).toHaveCount(0);
  await context.close();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await expect(page.getByRole('link', { name: `Booking ${booking.reference}` })).toBeVisible();
});

test('a replaced proposal leads to the new version, and a withdrawn one says so', async ({ page, server }) => {
  const admin = await adminSession(server);
  const me = await signUp(server, 'Pema Dorje');
  const asked = await request(server, me);
  const first = await sent(server, asked._id, admin);
  const second = await sent(server, asked._id, admin);
  await page.goto(new URL(first.url).pathname);
  await expect(page.getByRole('heading', { name: 'This proposal is no longer open' })).toBeVisible();
  await expectReadableEverywhere(page, 'a replaced proposal');
  await page.getByRole('link', { name: 'View the new version' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Limi valley, version 2');

  await carrySession(page, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin?section=proposals&state=sent');
  await page.getByRole('link', { name: 'Limi valley, version 2' }).press('Enter');
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(page.getByText('Proposal withdrawn.')).toBeVisible();
  await page.goto('/admin?section=proposals');
  await expect(page.getByRole('row', { name: /version 1/ })).toContainText('Replaced');
  await expectReadableEverywhere(page, 'proposals');
  await page.goto(new URL(second.url).pathname);
  await expect(page.getByText('This proposal was withdrawn.')).toBeVisible();
});

test('what a colleague saved meanwhile is not overwritten', async ({ page, server }) => {
  const admin = await adminSession(server);
  const asked = await request(server, await signUp(server, 'Rinzin Lama'));
  const body = { customTrekId: asked._id };
  const made = (await must(server, 'POST', '/api/proposals', { body, session: admin })).data.proposal;
  const path = `/api/proposals/${made.shown._id}`;
  await carrySession(page, admin);
  await page.goto(`/admin?section=proposals&proposal=${made.shown._id}`);
  const form = page.getByRole('form', { name: 'Proposal' });
  await form.getByLabel('Title').fill('Mine');
  const theirs = { version: made.version, content: { title: 'Theirs' } };
  await must(server, 'PATCH', path, { body: theirs, session: admin });
  // The page reads the colleague's version, and keeps what was typed over the one before.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Mine');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(form.getByRole('alert').filter({ hasText: 'Somebody else changed this proposal' })).toBeVisible();
  expect((await must(server, 'GET', path, { session: admin })).data.proposal.shown.title).toBe('Theirs');
  await form.getByRole('button', { name: 'Discard mine and reload' }).press('Enter');
  await expect(form.getByLabel('Title')).toHaveValue('Theirs');
});
