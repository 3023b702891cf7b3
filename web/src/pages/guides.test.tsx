// Guides at the desk, their assignment to departures, the manifest, and what staff and guides see of the site.
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../api/query';
import { GuideAssignment } from '../features/guides/GuideAssignment';
import type { Guide, GuidedBy, GuidedDeparture, Manifest } from '../features/guides/guides';
import * as saving from '../lib/save-file';
import { answers, closePages, json, maya, openPage, serve, signedIn } from '../test-server';
import { Toaster } from '../ui/Toaster';

// Preloaded, so that no test waits for it.
import '../features/guides/ManageGuides';
import './AdminPage';
import './GuidePage';
import './ManifestPage';

afterEach(closePages);

const pemba: Guide = {
  _id: 'g1',
  name: 'Pemba Sherpa',
  phone: '+977 984-1234567',
  email: 'pemba@example.com',
  licence: 'NTB 1234',
  licenceUntil: '2026-11-01',
  isActive: true,
  version: 3,
};
const ang: Guide = {
  ...pemba,
  _id: 'g2',
  name: 'Ang Dorje',
  phone: null,
  email: null,
  licence: null,
  licenceUntil: null,
  version: 1,
};
const LIST = 'GET /api/guides';
const list = (...guides: Guide[]) => json(200, { status: 'success', data: { guides } });
const one = (guide: Guide, status = 200) => json(status, { status: 'success', data: { guide } });

function open(path: string, role: 'admin' | 'staff' | 'guide' | 'user', more: Parameters<typeof serve>[0]) {
  const server = serve({ ...answers, ...signedIn({ ...maya, role }), ...more });
  return { server, page: openPage(path) };
}

test('the guides are listed with phone and licence, and an expired licence says so', async () => {
  open('/admin?section=guides', 'admin', { [LIST]: list(ang, pemba) });
  const table = await screen.findByRole('table', { name: 'Guides' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent('No licence noted');
  expect(second).toHaveTextContent('Expired on Nov 01, 2026');
  const [call] = within(second as HTMLElement).getAllByRole('link', { name: '+977 984-1234567' });
  expect(call).toHaveAttribute('href', 'tel:+9779841234567');
});

test('a guide is added, and a refused field is marked', async () => {
  const refusal = { status: 'error', message: 'Invalid guide.', errors: [{ field: 'phone', message: 'Wrong phone' }] };
  const { server } = open('/admin?section=guides', 'staff', {
    [LIST]: [list(), list(pemba)],
    'POST /api/guides': [json(400, refusal), one(pemba, 201)],
  });
  expect(await screen.findByText(/^No guides yet\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New guide' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter the name of the guide')).toBeVisible();
  expect(server.to('POST /api/guides')).toHaveLength(0);
  await userEvent.type(dialog.getByLabelText('Name'), 'Pemba Sherpa');
  await userEvent.type(dialog.getByLabelText(/^Licence valid until/), '2028-03-31');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Wrong phone')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('table', { name: 'Guides' })).toHaveTextContent('Pemba Sherpa');
  const sent = await server.to('POST /api/guides')[1]?.json();
  expect(sent).toEqual({ name: 'Pemba Sherpa', phone: '', email: '', licence: '', licenceUntil: '2028-03-31' });
});

test('a guide is taken out of service with the version that was shown', async () => {
  const out = { ...pemba, isActive: false, version: 4 };
  const { server } = open('/admin?section=guides', 'admin', {
    [LIST]: [list(pemba), list(out)],
    'PATCH /api/guides/g1': one(out),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Take out of service: Pemba Sherpa' }));
  expect(await screen.findByRole('button', { name: 'Back in service: Pemba Sherpa' })).toBeVisible();
  expect(await server.to('PATCH /api/guides/g1')[0]?.json()).toEqual({ isActive: false, version: 3 });
});

test('guides are assigned, one out of service cannot be added, and warnings stay in view', async () => {
  const departure: GuidedBy = {
    _id: 'd1',
    version: 7,
    status: 'open',
    guides: [{ _id: 'g2', name: 'Ang Dorje' }],
  };
  const message = 'Pemba Sherpa also leads Everest from 2027-04-03 to 2027-04-14';
  const server = serve({
    [LIST]: list(ang, pemba, { ...pemba, _id: 'g3', name: 'Old Hand', isActive: false }),
    'PATCH /api/departures/d1': json(200, {
      status: 'success',
      data: { departure: { ...fullDeparture, ...staffPart }, warnings: [{ field: 'guideIds', message }] },
    }),
  });
  const saved = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <GuideAssignment departure={departure} onSaved={saved} />
      <Toaster />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change guides' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('checkbox', { name: 'Ang Dorje' })).toBeChecked();
  expect(dialog.queryByRole('checkbox', { name: 'Old Hand' })).toBe(null);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Ang Dorje' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Pemba Sherpa' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('status', { name: 'Warnings' })).toHaveTextContent(`${message}.`);
  expect(await server.to('PATCH /api/departures/d1')[0]?.json()).toEqual({ version: 7, guideIds: ['g1'] });
  expect(saved).toHaveBeenCalledOnce();
});

const fullDeparture: Manifest['departure'] = {
  _id: 'd1',
  trekId: 't1',
  routeId: 'r1',
  kind: 'group',
  startDate: '2027-04-03',
  endDate: '2027-04-14',
  capacity: 12,
  minimum: 4,
  pricePerHead: null,
  cutoffDays: 7,
  decideBy: null,
  status: 'open',
  isGuaranteed: true,
  availability: 'AVAILABLE',
  seatsLeft: 9,
  guides: [{ _id: 'g1', name: 'Pemba Sherpa' }],
  version: 8,
};
const staffPart = {
  trekName: 'Everest Base Camp',
  routeName: 'Classic',
  routePrice: 1200,
  currency: 'USD',
  sharesSeats: false,
  seatsHeld: 0,
  seatsTaken: 3,
  waiting: 0,
};
const manifest: Manifest = {
  departure: fullDeparture,
  trekName: 'Everest Base Camp',
  routeName: 'Classic',
  guides: [pemba],
  totalGuests: 2,
  pendingGuests: 1,
  bookings: [
    {
      _id: 'b1',
      reference: 'KD-1207',
      status: 'Confirmed',
      paymentStatus: 'Confirmed',
      contact: { name: 'Maya Gurung', email: 'maya@chautari.example', phone: '9812345678' },
      guests: [
        { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '9812345678' },
        { name: 'Tashi Gurung', age: 33, gender: 'Male' },
      ],
      notes: 'No nuts',
      includeMeals: false,
      includePorter: true,
    },
    {
      _id: 'b2',
      reference: 'KD-1210',
      status: 'Pending',
      paymentStatus: 'Pending',
      contact: { name: 'Dolma', email: 'dolma@example.org', phone: null },
      reseller: 'Himalaya Tours',
      guests: [{ name: 'Dolma', age: 0, gender: 'Female' }],
      notes: null,
      includeMeals: false,
      includePorter: false,
    },
  ],
};
const MANIFEST = 'GET /api/departures/d1/manifest';

test('the manifest shows everybody with wishes and phone numbers, marks who has not paid, and is downloaded', async () => {
  const file = vi.spyOn(saving, 'saveFile').mockReturnValue();
  open('/admin/departures/d1/manifest', 'guide', {
    [MANIFEST]: json(200, { status: 'success', data: { manifest } }),
    [`${MANIFEST}.csv`]: new Response('Trek\n'),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Everest Base Camp' })).toBeVisible();
  const table = screen.getByRole('table', { name: 'Guests by booking' });
  expect(within(table).getAllByRole('rowgroup').slice(1)).toHaveLength(2);
  const [, paid, unpaid] = within(table).getAllByRole('rowgroup');
  expect(paid).toHaveTextContent('Wishes: porter');
  expect(paid).toHaveTextContent('Notes: No nuts');
  expect(paid).not.toHaveTextContent('Not paid yet');
  expect(unpaid).toHaveTextContent('Not paid yet');
  expect(unpaid).toHaveTextContent('Sold by Himalaya Tours');
  expect(paid).not.toHaveTextContent('Sold by');
  expect(within(table).getByRole('cell', { name: '3' })).toBeVisible();
  expect(screen.getByText('and 1 not paid yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'My departures' })).toHaveAttribute('href', '/guide');
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(file).toHaveBeenCalledWith(expect.anything(), 'manifest-2027-04-03.csv'));
});

test('a manifest that is not open yet says from when on it is', async () => {
  const message = 'You can read this manifest from 2027-03-27 to 2027-04-21.';
  open('/admin/departures/d1/manifest', 'guide', { [MANIFEST]: json(403, { status: 'error', message }) });
  expect(await screen.findByText(message)).toBeVisible();
});

test('a guide sees own departures, and the desk leads there', async () => {
  const led: GuidedDeparture = {
    _id: 'd1',
    trekName: 'Everest Base Camp',
    startDate: '2026-11-22',
    endDate: '2026-12-03',
    status: 'open',
    manifestFrom: '2026-11-15',
    manifestUntil: '2026-12-10',
    isManifestOpen: true,
  };
  const later = { ...led, _id: 'd2', trekName: 'Langtang', manifestFrom: '2027-02-22', isManifestOpen: false };
  const { page } = open('/admin', 'guide', {
    'GET /api/users/me/departures': json(200, { status: 'success', data: { departures: [led, later] } }),
  });
  await waitFor(() => expect(page.address()).toBe('/guide'));
  const [link, ...others] = await within(screen.getByRole('main')).findAllByRole('link');
  expect(link).toHaveAttribute('href', '/admin/departures/d1/manifest');
  expect(others).toHaveLength(0);
  expect(screen.getByText('Manifest from Feb 22, 2027')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Maya Gurung' })[0]).toHaveAttribute('href', '/guide');
});

test('staff work at the desk, without what only administrators may do', async () => {
  const subscribers = [{ _id: 's1', email: 'pasang@example.org', createdAt: '2026-11-01T20:15:00Z' }];
  open('/admin?section=manage-subscribers', 'staff', {
    'GET /api/newsletter/subscribers': json(200, { status: 'success', data: { subscribers, total: 1 } }),
  });
  const row = await screen.findByRole('row', { name: /pasang@example.org/ });
  expect(within(row).queryByRole('button')).toBe(null);
  const menu = within(screen.getByRole('navigation', { name: 'Admin Dashboard' }));
  expect(menu.getByRole('link', { name: 'Guides' })).toBeVisible();
  expect(menu.queryByRole('link', { name: 'Audit Log' })).toBe(null);
});

test('travellers see neither the desk nor manifests', async () => {
  const { page } = open('/admin/departures/d1/manifest', 'user', {});
  await waitFor(() => expect(page.address()).toBe('/'));
});
