// The public form for custom trek requests: validation, drafts, the request, and failures.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';

// Preloaded, so that no test waits for it.
import './CustomTrekPage';
import './PackagesPage';

afterEach(closePages);

function leave() {
  closePages();
  cleanup();
}

const SEND = 'POST /api/custom-treks';
const stored = json(201, { status: 'success', data: { customTrek: { _id: 'c1' } } });
const START_DATE = { name: /^Start date/ };
const box = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send request' }));

async function fill(texts: Record<string, string>) {
  for (const [name, value] of Object.entries(texts)) fireEvent.change(await box(name), { target: { value } });
}
const wanted = { Destination: 'Limi valley', Name: 'Lena Ödegård', Email: 'lena@example.org' };

test('ADMIN-18 DECIDE-15 a traveller who finds no suitable package requests a custom trek and reads what happens next', async () => {
  const server = serve({ ...answers, [SEND]: stored });
  const page = openPage('/packages?destination=Limi+valley');
  await screen.findByRole('link', { name: 'hello@chautari.example' }); // the config has loaded
  await userEvent.click(await screen.findByRole('link', { name: 'Request a custom trek' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Custom trek' })).toBeVisible();
  expect(page.address()).toBe('/custom-trek?destination=Limi+valley');
  expect(await box('Destination')).toHaveValue('Limi valley');
  await fill({
    Days: '18',
    Guests: '3',
    Message: 'We have walked the Annapurna circuit.',
    Name: ' Lena Ödegård ',
    Email: 'lena@example.org',
    Phone: '+47 912 34 567',
  });
  await userEvent.click(screen.getByRole('button', START_DATE));
  await userEvent.click(await screen.findByRole('button', { name: /November 28, 2026/ }));
  expect(await screen.findByRole('button', START_DATE)).toHaveTextContent('Sat, Nov 28, 2026');
  await send();

  const heading = await screen.findByRole('heading', { level: 1, name: "We've received your request" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(screen.getByRole('main')).toHaveTextContent("we'll reply to lena@example.org");
  expect(within(screen.getByRole('region', { name: 'What happens next' })).getAllByRole('listitem')).toHaveLength(3);
  expect(await server.to(SEND)[0]?.json()).toEqual({
    name: 'Lena Ödegård',
    email: 'lena@example.org',
    phone: '+47 912 34 567',
    destination: 'Limi valley',
    startDate: '2026-11-28',
    days: 18,
    guests: 3,
    message: 'We have walked the Annapurna circuit.',
  });
  expect(sessionStorage.getItem('draft:custom-trek')).toBe(null);
});

test('the button of the start date is named by its label and by the date it shows', async () => {
  serve(answers);
  openPage('/custom-trek');
  const button = await screen.findByRole('button', START_DATE);
  expect(button).toHaveAccessibleName(/^Start date.*Not fixed yet$/);
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: /November 28, 2026/ }));
  expect(screen.getByRole('button', START_DATE)).toHaveAccessibleName(/^Start date.*Sat, Nov 28, 2026$/);
});

test('empty optional fields are not sent, and a chosen date can be cleared', async () => {
  const server = serve({ ...answers, [SEND]: stored });
  openPage('/custom-trek');
  await screen.findByRole('link', { name: 'hello@chautari.example' }); // the config has loaded
  await fill(wanted);
  await userEvent.click(screen.getByRole('button', START_DATE));
  await userEvent.click(await screen.findByRole('button', { name: /November 28, 2026/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(screen.getByRole('button', START_DATE)).toHaveFocus());
  await send();
  await screen.findByText("We've received your request");
  expect(await server.to(SEND)[0]?.json()).toEqual({
    name: 'Lena Ödegård',
    email: 'lena@example.org',
    destination: 'Limi valley',
    guests: 2,
  });
});

test('errors appear next to their fields, the first field gets the focus, and nothing is sent', async () => {
  const server = serve(answers);
  openPage('/custom-trek');
  await fill({ Days: '61', Guests: '0', Name: 'L', Email: 'lena', Phone: '123' });
  await send();
  for (const [name, message] of [
    ['Destination', 'Please tell us where you want to go'],
    ['Days', 'Days must be between 1 and 60'],
    ['Guests', 'Guests must be between 1 and 100'],
    ['Name', 'Name must be at least 2 characters'],
    ['Email', 'Please enter a valid email address'],
    ['Phone', 'Please enter a valid phone number'],
  ] as const) {
    expect(await box(name)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(await box(name)).toBeInvalid();
  }
  expect(await screen.findByText('Please correct the highlighted fields.')).toBeVisible();
  const destination = await box('Destination');
  await waitFor(() => expect(destination).toHaveFocus());
  expect(server.to(SEND)).toHaveLength(0);
});

test('an error from the server appears next to its field, which gets the focus', async () => {
  const errors = [
    { field: 'startDate', message: 'Start date must be today or later' },
    { field: 'email', message: 'Please enter a valid email address' },
  ];
  serve({ ...answers, [SEND]: json(400, { status: 'error', message: 'Invalid request', errors }) });
  openPage('/custom-trek');
  await fill(wanted);
  await send();
  expect(await screen.findByText('Start date must be today or later')).toBeVisible();
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', START_DATE)).toHaveFocus());
});

test('name, email and phone are filled in for signed-in users', async () => {
  serve({ ...answers, ...signedIn({ ...maya, phone: '+977 98-4123-4567' }) });
  openPage('/custom-trek');
  await waitFor(async () => expect(await box('Name')).toHaveValue('Maya Gurung'));
  expect(await box('Email')).toHaveValue('maya@chautari.example');
  expect(await box('Phone')).toHaveValue('+977 98-4123-4567');
});

test('a reload restores what was typed, also if the address names a destination', async () => {
  serve({ ...answers, ...signedIn() });
  openPage('/custom-trek?destination=dolpo');
  await fill({ Destination: 'Upper Dolpo', Message: 'Slowly.', Name: 'Maya and Bo' });
  leave();
  openPage('/custom-trek?destination=dolpo');
  expect(await box('Destination')).toHaveValue('Upper Dolpo');
  expect(await box('Message')).toHaveValue('Slowly.');
  expect(await box('Name')).toHaveValue('Maya and Bo');
  leave();
  openPage('/custom-trek?destination=humla');
  expect(await box('Destination')).toHaveValue('humla');
  expect(await box('Message')).toHaveValue('Slowly.');
});

test('a damaged draft and a date in the past are ignored', async () => {
  serve(answers);
  sessionStorage.setItem('draft:custom-trek', '{"wish":{"name":1}}');
  openPage('/custom-trek');
  expect(await box('Guests')).toHaveValue('2');
  leave();
  const wish = {
    destination: 'Limi',
    startDate: '2026-11-01',
    days: '',
    guests: '4',
    message: '',
    name: '',
    email: '',
    phone: '',
  };
  sessionStorage.setItem('draft:custom-trek', JSON.stringify({ wish, brought: '' }));
  openPage('/custom-trek');
  expect(await box('Guests')).toHaveValue('4');
  expect(await screen.findByRole('button', START_DATE)).toHaveTextContent('Not fixed yet');
});

test('after a network error everything is still there, and the same request is sent with the same key', async () => {
  const server = serve({
    ...answers,
    [SEND]: [() => Promise.reject(new TypeError('offline')), json(500, { message: 'The database is away.' }), stored],
  });
  openPage('/custom-trek');
  await fill(wanted);
  await send();
  expect(await screen.findByText(/The server didn't answer\. What you typed is kept/)).toBeVisible();
  await send();
  expect(await screen.findByText('The database is away.')).toBeVisible();
  await send();
  await screen.findByText("We've received your request");
  const keys = server.to(SEND).map((call) => call.headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/\S{20}/);
  expect(new Set(keys).size).toBe(1);
});

test('a changed request gets another key', async () => {
  const server = serve({ ...answers, [SEND]: [json(503, {}), stored] });
  openPage('/custom-trek');
  await fill(wanted);
  await send();
  await screen.findByText('Something went wrong. Please try again.');
  await fill({ Guests: '5' });
  await send();
  await screen.findByText("We've received your request");
  const [one, two] = server.to(SEND).map((call) => call.headers.get('Idempotency-Key'));
  expect(one).not.toBe(two);
});

test('after too many requests the visitor is asked to wait', async () => {
  serve({ ...answers, [SEND]: json(429, { status: 'error', message: 'Too many attempts.' }) });
  openPage('/custom-trek');
  await fill(wanted);
  await send();
  expect(await screen.findByText(/Too many requests came from your connection/)).toBeVisible();
  expect(await box('Destination')).toHaveValue('Limi valley');
});

test('the packages page and the footer link to the form', async () => {
  serve(answers);
  openPage('/packages');
  expect(await screen.findByRole('link', { name: 'Request a custom trek' })).toHaveAttribute('href', '/custom-trek');
  const footer = screen.getByRole('contentinfo');
  expect(within(footer).getByRole('link', { name: 'Custom trek' })).toHaveAttribute('href', '/custom-trek');
});
