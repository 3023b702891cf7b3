// A departure of the desk, and the lists that its pages choose from, for tests.
import { data, langtang } from './desk-fixtures';

export const departure = {
  _id: 'd1',
  trekId: 't1',
  routeId: 'r1',
  trekName: 'Langtang Valley',
  routeName: 'Classic',
  routePrice: 1000,
  currency: 'USD',
  kind: 'group',
  startDate: '2027-03-05',
  endDate: '2027-03-16',
  capacity: 12,
  minimum: 4,
  pricePerHead: null,
  cutoffDays: 7,
  decideBy: '2026-11-25',
  status: 'open',
  isGuaranteed: false,
  availability: 'AVAILABLE',
  seatsLeft: 7,
  seatsTaken: 3,
  seatsHeld: 2,
  sharesSeats: false,
  waiting: 2,
  notes: null,
  guides: [{ _id: 'g1', name: 'Pasang Sherpa' }],
  version: 3,
};

const pasang = { _id: 'g1', name: 'Pasang Sherpa', isActive: true, version: 1 };
export const departureChoices = {
  'GET /api/treks/manage': data({ treks: [langtang], total: 1 }),
  'GET /api/guides': data({ guides: [pasang] }),
};
