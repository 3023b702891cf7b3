// The complete journey of a traveller by keyboard alone: every focus is visible, and every change is announced.
import { randomUUID } from 'node:crypto';
import { expectSaid, listen } from './support/announcements';
import { signUp, trekNamed } from './support/api';
import { dayFromNow, shown } from './support/days';
import { expectFocusSeen, press, tabAndChoose, tabAndPress, tabAndType, tabTo } from './support/focus';
import { confirmed, continueToPayment, declinedCard, goodCard, guestForm, payNow } from './support/journey';
import { codeFor } from './support/outbox';
import { pdfText } from './support/pdf';
import { expect, test } from './support/test';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
});

test('BOOK-24 a traveller finds a trek, signs up, books for two, pays and gets the invoice by keyboard alone', async ({
  page,
  server,
}) => {
  test.slow();
  const trek = await trekNamed(server, /^Annapurna Circuit/);
  const day = await dayFromNow(server, 40);
  const me = {
    name: 'Nima Lama',
    email: `nima.${randomUUID().slice(0, 8)}@example.org`,
    password: 'north-of-thorong-la',
  };
  const { keyboard } = page;
  await listen(page);
  const focused = page.locator(':focus');
  const panel = page.getByRole('complementary', { name: 'Book this trek' });

  await test.step('the skip link leads past the header', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await press(page, 'Tab');
    await expect(focused).toHaveText('Skip to content');
    await keyboard.press('Enter');
    await expect(focused).toHaveRole('main');
    await press(page, 'Tab');
    await expect(focused).toHaveAccessibleName('Destination');
  });

  await test.step('a search without a date leads to the date, and the calendar is walked by arrows', async () => {
    await keyboard.type('annapurna c');
    await expect(page.getByRole('option', { name: /Annapurna Circuit/ })).toBeVisible();
    await press(page, 'ArrowDown');
    await expect(page.getByRole('option', { name: /Annapurna Circuit/ })).toHaveAttribute('aria-selected', 'true');
    await press(page, 'Enter');
    await tabAndPress(page, page.getByRole('button', { name: 'Search', exact: true }));
    await expect(focused).toHaveAccessibleName(/^Start date/);
    await expect(focused).toHaveAccessibleDescription(/date/i);
    await expectFocusSeen(page);
    await keyboard.press('Enter');
    const calendar = page.getByRole('dialog', { name: 'Start date' });
    await expect(calendar).toBeVisible();
    await expectFocusSeen(page);
    await press(page, 'Escape');
    await expect(calendar).toBeHidden();
    await expect(focused).toHaveAccessibleName(/^Start date/);
    await keyboard.press('Enter');
    await expect(calendar.locator(':focus')).toHaveCount(1);
    // Forty days ahead: five weeks down, five days right.
    for (let weeks = 0; weeks < 5; weeks++) await press(page, 'ArrowDown');
    for (let days = 0; days < 5; days++) await press(page, 'ArrowRight');
    await keyboard.press('Enter');
    await expect(focused).toHaveAccessibleName(new RegExp(shown(day)));
    await tabAndPress(page, page.getByRole('button', { name: 'Search', exact: true }));
    await expect(page).toHaveURL(`/package/${trek._id}?date=${day}`);
    await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
    await expect(focused).toHaveRole('main');
    await expectSaid(page, new RegExp(trek.name));
  });

  await test.step('the route is chosen by arrows, a day opened, a picture looked at', async () => {
    const pictures = page.getByRole('region', { name: 'Pictures' }).getByRole('button');
    await tabAndPress(page, pictures.first());
    const large = page.getByRole('dialog');
    await expect(large).toBeVisible();
    await expectFocusSeen(page);
    await keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect(pictures.first()).toBeFocused();
    const routes = page.getByRole('radio', { name: new RegExp(trek.routes.map(({ name }) => name).join('|')) });
    await tabTo(page, routes);
    const first = await focused.getAttribute('value');
    await press(page, 'ArrowDown');
    await expect(focused).toBeChecked();
    expect(await focused.getAttribute('value')).not.toBe(first);
    await press(page, 'ArrowUp');
    await expect(focused).toBeChecked();
    const firstDay = page.getByRole('region', { name: 'Day by day' }).getByRole('button', { name: /^Day 1\b/ });
    await tabAndPress(page, firstDay, 'Space');
    await expect(firstDay).toHaveAttribute('aria-expanded', 'true');
    await expectFocusSeen(page);
  });

  await test.step('the number of guests is chosen; a visitor is sent to sign up and comes back', async () => {
    await tabAndChoose(page, panel.getByLabel('Guests', { exact: true }), '2 guests');
    await expectSaid(page, /Total/);
    await tabAndPress(page, panel.getByRole('link', { name: 'Sign up' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
    await expect(focused).toHaveRole('main');
    await expectSaid(page, /Sign up/);
    await tabAndPress(page, page.getByRole('button', { name: 'Continue', exact: true }));
    await expect(focused).toHaveAccessibleName('Username'); // the first invalid field
    await expectFocusSeen(page);
    await keyboard.type(me.name);
    await tabAndType(page, page.getByLabel('Email'), me.email);
    await tabAndType(page, page.getByLabel('Password', { exact: true }), me.password);
    await tabAndType(page, page.getByLabel('Confirm password'), me.password);
    await keyboard.press('Enter');
    const modal = page.getByRole('dialog', { name: 'Almost done..!' });
    await expect(modal.getByRole('textbox')).toBeFocused();
    await expectFocusSeen(page);
    await keyboard.type('000000');
    await keyboard.press('Enter');
    await expectSaid(page, /invalid|wrong|incorrect|not/i);
    await expect(modal.getByRole('textbox')).toBeFocused();
    await keyboard.press('ControlOrMeta+a');
    // Pasted from the clipboard with the surrounding text (WCAG 3.3.8).
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code: ${await codeFor(server, me.email)}`);
    await keyboard.press('ControlOrMeta+v');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/package/${trek._id}`));
    await expect(page.getByRole('heading', { level: 1, name: trek.name })).toBeVisible();
    await expect(focused).toHaveRole('main');
  });

  await test.step('Reserve leads to the guests; the list of mistakes takes the focus and leads to the field', async () => {
    await expect(panel.getByLabel('Guests', { exact: true })).toHaveValue('2');
    // Past every day of the trek twice, its question form and the promotion code.
    await tabTo(page, panel.getByRole('button', { name: 'Reserve' }), { most: 75 });
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/booking');
    await expect(focused).toHaveRole('main');
    await tabAndType(page, guestForm(page, 1).getByLabel(/name/i), 'Nima Lama');
    await tabAndType(page, guestForm(page, 1).getByLabel(/phone/i), '12');
    await tabAndType(page, guestForm(page, 1).getByLabel(/age/i), '31');
    await keyboard.press('Enter');
    await expect(focused).toHaveAccessibleName('Please correct the errors in the form before proceeding.');
    await expectFocusSeen(page);
    await tabAndPress(page, page.getByRole('link', { name: 'Primary guest: Please enter a valid phone number' }));
    await expect(guestForm(page, 1).getByLabel(/phone/i)).toBeFocused();
    await expect(focused).toHaveAccessibleDescription(/Please enter a valid phone number/);
    await expectFocusSeen(page);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('+977 9841234567');
    await tabAndType(page, guestForm(page, 2).getByLabel(/name/i), 'Ang Rita');
    await tabAndType(page, guestForm(page, 2).getByLabel(/age/i), '41');
    await tabAndChoose(page, guestForm(page, 2).getByLabel(/gender/i), 'Female');
    await tabAndPress(page, continueToPayment(page), 'Space');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
  });

  await test.step('a card that is declined is told, the good one confirms', async () => {
    await expect(payNow(page)).toBeVisible();
    await tabAndPress(page, payNow(page));
    await expect(focused).toHaveAccessibleName('Please correct the errors in the form before proceeding.');
    await tabAndPress(page, page.getByRole('link', { name: 'Billing address is required' }));
    await expect(focused).toHaveAccessibleName(/^Billing address/);
    await expectFocusSeen(page);
    await keyboard.type('Jhamsikhel 3, Lalitpur');
    await tabAndType(page, page.getByLabel('Card number', { exact: true }), declinedCard);
    await tabAndType(page, page.getByLabel('Expiry'), '1230');
    await tabAndType(page, page.getByLabel('Security code'), '123');
    await keyboard.press('Enter');
    await expectSaid(page, /declined/i);
    await expectFocusSeen(page);
    await tabTo(page, page.getByLabel('Card number', { exact: true }), { back: true });
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(goodCard);
    await tabAndPress(page, payNow(page));
    await expect(confirmed(page)).toBeVisible();
    await expectSaid(page, /Booking Confirmed!/);
    await expect(focused).not.toHaveJSProperty('tagName', 'BODY');
  });

  await test.step('the invoice is saved, and the page stays', async () => {
    // First, because the page leads home after 15 seconds.
    await tabAndPress(page, page.getByRole('button', { name: 'Stay here' }));
    await expect(focused).toHaveText('This page stays open.');
    const download = page.waitForEvent('download');
    await tabTo(page, page.getByRole('button', { name: 'Download Invoice' }), { back: true });
    await keyboard.press('Enter');
    expect(await pdfText(await download, 'bookinginvoice.pdf')).toContain(trek.name);
    await expect(page.getByText('This page stays open.')).toBeVisible();
  });
});

test('NAV-21 the login and the account menu work by keyboard, and the focus returns', async ({ page, server }) => {
  const me = await signUp(server, 'Sonam Tamang');
  await listen(page);
  const focused = page.locator(':focus');
  await page.goto('/login?next=/dashboard%3Fsection%3Dsecurity');
  await tabAndPress(page, page.getByRole('main').getByRole('button', { name: 'Continue', exact: true }));
  await expect(focused).toHaveAccessibleName('Email');
  await expectFocusSeen(page);
  await page.keyboard.type(me.user.email);
  await tabAndType(page, page.getByLabel('Password', { exact: true }), me.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard?section=security');
  await expect(focused).toHaveRole('main');
  const account = page.getByRole('banner').getByRole('button', { expanded: false }).last();
  await tabTo(page, account, { back: true });
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
  await press(page, 'Escape');
  await expect(menu).toBeHidden();
  await expect(account).toBeFocused();
});
