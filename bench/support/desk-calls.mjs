// The lists of the desk: what each is called and its address. Days are counted from today, as in the generated data.
import { get } from './client.mjs';

const day = (months, date) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)).toISOString().slice(0, 10);
};
const days = (from, to) => new URLSearchParams({ from, to });
/** The month after next, in which the most private bookings run. */
export const MONTH = { from: day(2, 1), to: day(3, 0) };
const month = days(MONTH.from, MONTH.to);
const lastMonth = days(day(-1, 1), day(0, 0));

export const LISTS = [
  ['first page', '/api/bookings?limit=25'],
  ['page 2,000', '/api/bookings?limit=25&page=2000'],
  ['by amount', '/api/bookings?limit=25&sort=amount'],
  ['completed, by guest', '/api/bookings?limit=25&status=Completed&sort=guest'],
  ['a year of start dates', '/api/bookings?limit=25&from=2026-01-01&to=2026-12-31'],
  ['unpaid', '/api/bookings?limit=25&view=unpaid'],
  ['leaving this week', '/api/bookings?limit=25&view=leaving-this-week'],
  ['by tag', '/api/bookings?limit=25&tag=vip'],
  ['refunds', '/api/bookings?limit=25&view=refunds'],
  ['search a common name', '/api/bookings?limit=25&search=sherpa'],
  ['search a common name, completed', '/api/bookings?limit=25&search=sherpa&status=Completed'],
  ['search what all have', '/api/bookings?limit=25&search=example'],
  ['search one letter', '/api/bookings?limit=25&search=a'],
  ['search the notes, page 40', '/api/bookings?limit=25&page=40&search=vegetarian'],
  ['search a reference', '/api/bookings?limit=25&search=KD-1500'],
  ['search a phone number', '/api/bookings?limit=25&search=%2B977+9812-34'],
  ['search one address', '/api/bookings?limit=25&search=traveller.500%40many.example'],
  ['search nothing has', '/api/bookings?limit=25&search=nobodyhasthis'],
  ['overview', '/api/overview'],
  ['today', '/api/today'],
  ['today, months', '/api/today/months'],
  ['balances', '/api/balances?limit=25'],
  ['balances, overdue', '/api/balances?limit=25&state=overdue'],
  ['departures of a month', `/api/departures?${month}`],
  ['calendar of a month by trek', `/api/calendar?${month}`],
  ['calendar of a month by guide', `/api/calendar?${month}&by=guide`],
  ['enquiries', '/api/enquiries?limit=25'],
  ['enquiries that wait', '/api/enquiries?limit=25&state=Waiting'],
  ['enquiries, searched', '/api/enquiries?limit=25&search=sherpa'],
  ['payments of a day', `/api/reports/payments?${days(day(0, 1), day(0, 1))}`],
  ['payments of a month', `/api/reports/payments?${lastMonth}`],
  ['balances of a year, report', '/api/reports/balances'],
  ['VAT of a month', `/api/reports/vat?${lastMonth}`],
  ['travel credits', '/api/travel-credits?limit=25'],
  ['custom treks', '/api/custom-treks?limit=25'],
  ['proposals', '/api/proposals?limit=25'],
  ['reviews', '/api/reviews?limit=25'],
  ['promotions', '/api/promotions'],
  ['guides', '/api/guides'],
  ['staff', '/api/staff'],
  ['events of the agency', '/api/agency-events'],
  ['failed emails', '/api/mails/failed'],
  ['treks at the desk', '/api/treks/manage'],
  ['subscribers, searched', '/api/newsletter/subscribers?search=500'],
  ['audit log', '/api/audit?limit=25'],
  ['audit log, page 2,000', '/api/audit?limit=25&page=2000'],
  ['audit log, search nothing has', '/api/audit?limit=25&search=nobodyhasthis'],
  ['metrics', '/metrics'],
];

/** What the desk shows of one departure and one booking: the first departure of the month with bookings, and its first. */
export async function listsOfOne(url, headers) {
  const { departures } = await get(`${url}/api/departures?${month}`, headers);
  for (const { _id } of departures) {
    const { bookings } = await get(`${url}/api/departures/${_id}/bookings`, headers);
    if (bookings.length === 0) continue;
    const booking = `/api/bookings/${bookings[0]._id}`;
    return [
      ['bookings of a departure', `/api/departures/${_id}/bookings`],
      ['participants of a departure', `/api/departures/${_id}/manifest`],
      ['participants as CSV', `/api/departures/${_id}/manifest.csv`],
      ['waiting list of a departure', `/api/departures/${_id}/waitlist`],
      ['one booking', booking],
      ['its history', `${booking}/history`],
      ['its payments', `${booking}/payments`],
    ];
  }
  throw new Error('no departure of the month has a booking');
}
