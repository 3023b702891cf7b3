// A month of an agency, from the first colleague to the first review, with the steps in the order of their days. Each step is
// done by the person who does it, in a browser of their own. `scripts/e2e-postgres.sh` sets the address of an empty PostgreSQL
// database, and this test alone runs on both databases.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { bookingsOf, carrySession, login, must, type Session, signUp, trekNamed } from './support/api';
import { dayFromNow, shown } from './support/days';
import {
  billing,
  bookingPanel,
  confirmed,
  continueToPayment,
  fillBilling,
  fillCard,
  fillParty,
  goodCard,
  payNow,
} from './support/journey';
import { mailsTo, newestMailTo } from './support/outbox';
import { demo, Server } from './support/server';
import { drawn, expect, test } from './support/test';
import { totp } from './support/totp';

const STAFF = { name: 'Pasang Lama', email: 'pasang.lama@example.org', password: 'glacier of many colours' };
const CALLER = { name: 'Sunita Rai', email: 'sunita.rai@example.org' };
const CODE = 'FRIENDS10';
/** The departure starts soon enough to be on the page of today. */
const START = 12;
/** By then the trek has ended, and the days after which a review is asked for have passed. */
const DAYS_AHEAD = 28;
const STEPS_A_DAY = 2880;

/** Opens pages for people, each with a session of their own. */
function visitors(browser: Browser) {
  const contexts: { close(): Promise<void> }[] = [];
  const open = async (site: Server, session?: Session): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: site.url,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    contexts.push(context);
    const page = await context.newPage();
    if (session) await carrySession(page, session);
    return page;
  };
  const close = () => Promise.all(contexts.splice(0).map((context) => context.close()));
  return { open, close };
}

/** Opens an address and waits for the app. */
async function go(page: Page, address: string) {
  await page.goto(address);
  await drawn(page);
}

/** The newest link to a page in the emails to an address. */
async function linkOf(server: Server, address: string, page: string): Promise<string> {
  const link = new RegExp(`http\\S+(/${page}/\\S+)`);
  let found: string | undefined;
  const newest = async () => {
    found = (await mailsTo(server, address)).map(({ text }) => link.exec(text)?.[1]).findLast(Boolean);
    return found;
  };
  await expect.poll(newest, { message: `a link to ${page} for ${address}` }).toBeTruthy();
  return found as string;
}

/** The owner invites a colleague, who accepts and sets up the second step that the agency requires. */
async function inviteColleague(site: Server, owner: Page, staff: Page): Promise<string> {
  await go(owner, '/admin?section=staff');
  await owner.getByRole('button', { name: 'Invite a person' }).click();
  const invite = owner.getByRole('dialog', { name: 'Invite a person' });
  await invite.getByLabel('Email').fill(STAFF.email);
  await invite.getByRole('radio', { name: /^Staff/ }).check();
  await invite.getByLabel('Email').press('Enter');
  await expect(owner.getByRole('table', { name: 'Open invitations' })).toContainText(STAFF.email);

  await go(staff, await linkOf(site, STAFF.email, 'invitation'));
  await staff.getByLabel('Name').fill(STAFF.name);
  await staff.getByLabel('Password', { exact: true }).fill(STAFF.password);
  await staff.getByRole('button', { name: 'Create account and accept' }).click();
  await expect(staff.getByText(/Your agency requires a second step of its staff/)).toBeVisible();
  await staff.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(STAFF.password);
  await dialog.getByLabel('Your password').press('Enter');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code of your app').pressSequentially(totp(secret));
  await dialog.getByRole('button', { name: 'I have saved my recovery codes' }).click();
  await expect(staff.getByText('10 recovery codes are left.')).toBeVisible();
  await owner.reload();
  await expect(owner.getByRole('row', { name: new RegExp(STAFF.name) })).toContainText('Second step on');
  return secret;
}

async function planDeparture(staff: Page, trek: string, day: string): Promise<string> {
  await go(staff, '/admin/departures');
  await staff.getByRole('link', { name: 'New departure' }).click();
  const form = staff.getByRole('form', { name: 'New departure' });
  await form.getByRole('combobox', { name: 'Trek', exact: true }).selectOption(trek);
  await form.getByRole('combobox', { name: 'Route', exact: true }).selectOption({ index: 1 });
  await form.getByLabel('Start date').fill(day);
  await form.getByLabel('Seats', { exact: true }).fill('8');
  await form.getByLabel('Sales end, days before the start').fill('2');
  await form.getByRole('button', { name: 'Create departure' }).click();
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(trek);
  return new URL(staff.url()).pathname.split('/').at(-1) ?? '';
}

/** A question on the page of the trek, which Today leads to, and its answer by email. */
async function answerQuestion(site: Server, traveller: Page, staff: Page, trekId: string, me: Session) {
  await go(traveller, `/package/${trekId}`);
  await traveller.getByRole('button', { name: 'Ask a question' }).click();
  const form = traveller.getByRole('dialog', { name: 'Ask a question' });
  await form.getByLabel('Your question').fill('Is there snow in December?');
  await form.getByLabel('Name').fill(me.user.name);
  await form.getByLabel('Email').fill(me.user.email);
  await form.getByRole('button', { name: 'Send question' }).click();
  await expect(traveller.getByRole('dialog', { name: 'Thank you for your question' })).toBeVisible();

  await go(staff, '/admin?section=today');
  const questions = staff.getByRole('region', { name: /Questions to answer/ });
  await questions.getByRole('link', { name: new RegExp(me.user.name) }).click();
  await expect(staff.getByRole('region', { name: 'Conversation' })).toContainText('Is there snow in December?');
  await staff.getByLabel('Your answer').fill('A little, above 3,500 m.');
  await staff.getByRole('button', { name: 'Send answer' }).click();
  await expect(staff.getByText('Answer sent.')).toBeVisible();
  await go(traveller, await linkOf(site, me.user.email, 'enquiry'));
  await expect(traveller.getByRole('list', { name: 'Messages' })).toContainText('A little, above 3,500 m.');
}

async function pay(page: Page, me: Session) {
  await fillBilling(page, billing(me));
  await fillCard(page, goodCard);
  await payNow(page).click();
  await expect(confirmed(page)).toBeVisible();
}

/** A custom trek: asked for, found on Today, answered with a proposal, accepted with its deposit. */
async function sellCustomTrek(site: Server, traveller: Page, staff: Page, me: Session) {
  await go(traveller, '/custom-trek');
  const ask = traveller.getByRole('form', { name: 'Custom trek' });
  await ask.getByLabel('Destination').fill('Limi valley');
  await ask.getByLabel('Name').fill(me.user.name);
  await ask.getByLabel('Email').fill(me.user.email);
  await ask.getByRole('button', { name: 'Send request' }).click();
  await expect(traveller.getByRole('heading', { level: 1, name: "We've received your request" })).toBeVisible();

  await go(staff, '/admin?section=today');
  const requests = staff.getByRole('region', { name: /Custom trek requests/ });
  await requests.getByRole('link', { name: new RegExp(me.user.name) }).click();
  await staff.getByRole('link', { name: 'Answer with a proposal' }).click();
  const copied = staff.getByLabel('Start from');
  await copied.selectOption(await copied.locator('optgroup option').first().getAttribute('value'));
  await staff.getByRole('button', { name: 'New proposal' }).click();
  const form = staff.getByRole('form', { name: 'Proposal' });
  await form.getByLabel('Title').fill('Across the Limi valley');
  await form.getByLabel('Deposit', { exact: true }).selectOption('percent');
  await form.getByLabel('Deposit %').fill('25');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const question = staff.getByRole('dialog', { name: 'Send this proposal?' });
  await question.getByRole('button', { name: 'Send proposal' }).click();
  await expect(staff.getByRole('region', { name: 'Proposal', exact: true })).toContainText('Sent');

  await go(traveller, await linkOf(site, me.user.email, 'proposal'));
  await traveller.getByRole('button', { name: 'Accept and pay the deposit' }).click();
  await expect(traveller).toHaveURL('/booking');
  await fillParty(traveller, 2);
  await continueToPayment(traveller).click();
  await pay(traveller, me);
  const [booking] = await bookingsOf(site, me);
  expect(booking).toMatchObject({ status: 'Confirmed', trek: { name: 'Across the Limi valley' } });
  expect(booking.balance).toBeCloseTo(booking.amount * 0.75, 1);
}

/** A seat on the departure, cheaper by the only use of a code. */
async function sellSeatWithCode(traveller: Page, staff: Page, departure: string, me: Session) {
  await go(staff, '/admin?section=promotions');
  await staff.getByRole('button', { name: 'New promotion' }).click();
  const form = staff.getByRole('dialog', { name: 'New promotion' });
  await form.getByLabel('Code').fill(CODE);
  await form.getByLabel('Percentage off').fill('10');
  await form.getByLabel('Number of uses').fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(staff.getByRole('row', { name: new RegExp(CODE) })).toContainText('0 of 1');

  await go(traveller, departure);
  const panel = await bookingPanel(traveller);
  await panel.getByRole('button', { name: 'Have a promotion code?' }).click();
  await panel.getByRole('textbox', { name: 'Promotion code' }).fill(CODE);
  await panel.getByRole('textbox', { name: 'Promotion code' }).press('Enter');
  await expect(panel.getByText(`Promotion code ${CODE} applied`)).toBeVisible();
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await expect(traveller).toHaveURL('/booking');
  await fillParty(traveller, 1);
  await continueToPayment(traveller).click();
  await pay(traveller, me);
  await staff.reload();
  await expect(staff.getByRole('row', { name: new RegExp(CODE) })).toContainText('Used up');
}

/** A caller gets a seat and pays at the counter, takes a friend along, and pays the difference. */
async function sellToCaller(site: Server, staff: Page, departure: string) {
  await go(staff, departure);
  const panel = await bookingPanel(staff);
  await panel.getByRole('button', { name: 'Reserve' }).click();
  await staff.getByRole('radio', { name: 'For a caller' }).click();
  await staff.getByLabel('Name of the caller').fill(CALLER.name);
  await staff.getByLabel('Email of the caller').fill(CALLER.email);
  await fillParty(staff, 1);
  await staff.getByRole('button', { name: 'Book for the caller' }).click();
  await expect(staff.getByRole('region', { name: 'Booked by' })).toContainText(CALLER.name);
  const takeCash = async () => {
    await staff.getByRole('button', { name: 'Record a payment' }).click();
    const money = staff.getByRole('dialog', { name: 'Record a payment' });
    await money.getByRole('radio', { name: 'Cash' }).check();
    await money.getByRole('button', { name: /^Record \$/ }).click();
    await expect(money).toBeHidden();
    await expect(staff.getByRole('button', { name: 'Record a payment' })).toHaveCount(0);
  };
  await takeCash();

  await staff.getByRole('button', { name: 'Change booking' }).click();
  const change = staff.getByRole('dialog', { name: 'Change booking' });
  await change.getByRole('button', { name: 'Add guest' }).click();
  const guest = change.getByRole('group', { name: 'Guest 2' });
  await guest.getByLabel('Name').fill('Tashi Lama');
  await guest.getByLabel('Age').fill('34');
  await change.getByRole('button', { name: 'Show new price' }).click();
  await expect(change.getByText(/ more\. .+ are left to pay\. The guest gets an email with the link\./)).toBeVisible();
  await change.getByRole('button', { name: 'Change booking' }).click();
  await expect(staff.getByRole('region', { name: 'Guests' })).toContainText('Tashi Lama');
  expect(await linkOf(site, CALLER.email, 'balance')).toMatch(/^\/balance\//);

  // The rest is a task of today, because it is due before the start.
  await go(staff, '/admin?section=today');
  const due = staff.getByRole('region', { name: /^(Balances due|Overdue balances)/ });
  await due.getByRole('link', { name: new RegExp(CALLER.name) }).click();
  await takeCash();
  await expect(staff.getByRole('region', { name: 'Payments' })).toContainText('Left to pay$0.00');
  await expect(staff.getByRole('region', { name: 'Payments' }).getByText(/^Receipt R-/)).toHaveCount(2);
}

/** The departure is moved by a day in the calendar. One party accepts, the other does not answer. */
async function moveDeparture(site: Server, staff: Page, traveller: Page, name: string, day: string, me: Session) {
  await go(staff, `/admin/calendar?date=${day}`);
  const entry = staff.getByRole('link', { name: new RegExp(`– ${name}, .*3 of 8`) });
  await entry.focus();
  await staff.keyboard.press('m');
  await staff.keyboard.press('ArrowRight');
  await staff.keyboard.press('Enter');
  const dialog = staff.getByRole('dialog', { name: 'Move departure' });
  await dialog.getByLabel('Reason for the travellers').fill('The flight leaves a day later.');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('2 bookings');
  await dialog.getByRole('button', { name: 'Move departure' }).click();
  await expect(staff).toHaveURL(/\/changes$/);

  await go(traveller, await linkOf(site, me.user.email, 'choices'));
  await traveller.getByRole('radio', { name: /^Take the new date/ }).check();
  await traveller.getByRole('button', { name: 'Continue' }).click();
  await traveller.getByRole('button', { name: 'Confirm' }).click();
  await expect(traveller.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
}

async function writeToTravellers(site: Server, staff: Page, id: string, addresses: string[]) {
  await go(staff, `/admin/departures/${id}`);
  await staff.getByRole('link', { name: 'Write to the travellers' }).click();
  await staff.getByLabel('Subject').fill('Bring warm gloves');
  await staff.getByLabel('Text').fill('The nights are cold.');
  await staff.getByRole('button', { name: 'Save draft' }).click();
  await staff.getByRole('button', { name: 'Send…' }).click();
  const question = staff.getByRole('dialog', { name: 'Send this email to 2 people?' });
  await question.getByRole('button', { name: 'Send now' }).click();
  await expect(staff.getByText('2 of 2 sent')).toBeVisible();
  for (const address of addresses) await newestMailTo(site, address, /Bring warm gloves/);
}

async function downloadAccounts(owner: Page) {
  await go(owner, '/admin?section=reports');
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: /^Accounts of / }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^accounts-\d{4}-\d{2}\.zip$/);
  // The names of the files are in the archive as they are.
  const bytes = readFileSync(await file.path()).toString('latin1');
  for (const name of ['payments', 'invoices', 'credit-notes', 'vat', 'totals']) expect(bytes).toContain(`${name}.csv`);
}

/** Staff log in weeks later with their second step, and publish what the traveller wrote. */
async function publishReview(site: Server, staff: Page, traveller: Page, trekId: string, secret: string, me: Session) {
  await go(traveller, await linkOf(site, me.user.email, 'review'));
  await traveller.getByRole('radio', { name: '5 of 5' }).check({ force: true });
  await traveller.getByLabel('Title').fill('Snow, and no wind');
  await traveller.getByLabel('Your review').fill('Warm gloves were good advice.');
  await traveller.getByRole('button', { name: 'Send your review' }).click();
  await expect(traveller.getByRole('heading', { level: 1, name: 'Thank you for your review' })).toBeVisible();

  await go(staff, '/login?next=%2Fadmin%3Fsection%3Dreviews');
  await staff.getByRole('main').getByLabel('Email').fill(STAFF.email);
  await staff.getByLabel('Password', { exact: true }).fill(STAFF.password);
  await staff.getByLabel('Password', { exact: true }).press('Enter');
  await staff.getByLabel('Code of your app').pressSequentially(totp(secret, DAYS_AHEAD * STEPS_A_DAY));
  const review = staff.getByRole('listitem').filter({ hasText: 'Snow, and no wind' });
  await review.getByRole('button', { name: /^Publish/ }).click();
  await expect(review).toHaveCount(0);

  await go(traveller, `/package/${trekId}`);
  await expect(traveller.getByRole('region', { name: 'Reviews' })).toContainText('Warm gloves were good advice.');
}

async function liveThroughMonth(browser: Browser, database: Record<string, string>) {
  test.setTimeout(600_000);
  const settings = { CHAUTARI_EXCHANGE_RATE_URL: 'off', CHAUTARI_STAFF_SECOND_STEP: 'required', ...database };
  const people = visitors(browser);
  let site = await Server.start(settings);
  try {
    const owner = await login(site, demo.admin);
    const begun = await must(site, 'POST', '/api/users/me/totp', {
      session: owner,
      body: { password: demo.admin.password },
    });
    await must(site, 'POST', '/api/users/me/totp/confirm', {
      session: owner,
      body: { code: totp(begun.data.secret) },
    });
    const [lena, mingma] = [await signUp(site, 'Lena Odegard'), await signUp(site, 'Mingma Gurung')];
    const trek = await trekNamed(site, /Ghorepani Poon Hill/);
    const day = await dayFromNow(site, START);
    const desk = await people.open(site, owner);
    const staff = await people.open(site);
    const [first, second] = [await people.open(site, lena), await people.open(site, mingma)];

    const secret = await test.step('a colleague joins', () => inviteColleague(site, desk, staff));
    const id = await test.step('a departure is planned', () => planDeparture(staff, trek.name, day));
    await test.step('a question is answered', () => answerQuestion(site, first, staff, trek._id, lena));
    await test.step('a custom trek is sold', () => sellCustomTrek(site, first, staff, lena));
    const departure = `/package/${trek._id}?departure=${id}&guests=1`;
    await test.step('a seat is sold with a code', () => sellSeatWithCode(second, staff, departure, mingma));
    await test.step('a caller books, and brings a friend', () => sellToCaller(site, staff, departure));
    await test.step('its travellers get an email', () =>
      writeToTravellers(site, staff, id, [mingma.user.email, CALLER.email]));
    await test.step('the departure is moved', () => moveDeparture(site, staff, second, trek.name, day, mingma));
    await test.step('the accountant gets the month', () => downloadAccounts(desk));

    await test.step('weeks pass', async () => {
      await people.close();
      // As after a power cut: a server that starts again runs at once the hourly tasks that it ran before.
      await site.stop({ keepFolder: true, signal: 'SIGKILL' });
      site = await Server.start({
        ...settings,
        CHAUTARI_DATA_DIR: site.folder,
        CHAUTARI_DAYS_AHEAD: String(DAYS_AHEAD),
      });
      expect(await dayFromNow(site, 0)).not.toBe(day);
    });
    const [later, walker] = [await people.open(site), await people.open(site)];
    await test.step('a review is published', () => publishReview(site, later, walker, trek._id, secret, mingma));
    // The caller did not answer, and got the new date.
    await go(later, `/admin?section=all-bookings&q=${CALLER.email}`);
    const row = later.getByRole('row', { name: new RegExp(CALLER.name) });
    await expect(row).toContainText(shown(await dayFromNow(site, START + 1 - DAYS_AHEAD)));
    await newestMailTo(site, CALLER.email, /^How was /);
  } finally {
    await people.close();
    await site.stop();
  }
}

test('a month of an agency, from the invitation of a colleague to a published review', async ({ browser }) => {
  await liveThroughMonth(browser, {});
});

const postgres = process.env.E2E_DATABASE_URL;
if (postgres) {
  test('a month of an agency on PostgreSQL, from the invitation of a colleague to a published review', async ({
    browser,
  }) => {
    await liveThroughMonth(browser, { CHAUTARI_DATABASE_URL: postgres });
  });
}
