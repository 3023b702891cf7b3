// For tests of the booking pages: a trek with two visible routes, and a booking of it.
import type { Booking, BookingPayment, PaymentStatus, ReceivedPayment } from '../api/types';
import { coordinates, makeBooking, makeDay, makeRoute, makeTrek } from '../fixtures';
import { json, trek } from '../test-server';

const routeOf = (id: string, name: string, pricePerHead: number, isVisible = true) =>
  makeRoute({
    _id: id,
    name,
    description: `${name} in words`,
    pricePerHead,
    numberOfDays: 2,
    numberOfNights: 1,
    isVisible,
    facts: [{ label: 'Highest point', value: `${pricePerHead + 3000} m` }],
    dailyActivities: [makeDay(), makeDay()],
  });
const { highestPoint: _, profile: __, ...summary } = trek('Everest Base Camp');
export const everest = makeTrek({
  ...summary,
  _id: 't1',
  version: 1,
  location: 'Khumbu, Solukhumbu',
  routes: [routeOf('r1', 'Classic', 1000), routeOf('r2', 'By Gokyo', 1600), routeOf('r3', 'Secret', 10, false)],
});
export const closuresOf = (...closures: { from: string; to: string; reason: string }[]) =>
  json(200, { status: 'success', data: { closures } });
export const trekAnswer = {
  'GET /api/treks/t1': json(200, { status: 'success', data: { trek: everest } }),
  'GET /api/treks/t1/closures': closuresOf(),
};

export const price = {
  basePrice: 5000,
  discount: 1000,
  gst: 720,
  serviceFee: 200,
  insurance: 250,
  bookingFee: 20,
  total: 5190,
  currency: 'USD',
};
export function bookingOf(status: PaymentStatus, payment: Partial<BookingPayment> = {}): Booking {
  const isPaid = status === 'Confirmed';
  return makeBooking({
    amount: 5190,
    status: isPaid ? 'Confirmed' : 'Pending',
    payment: { status, finalAmount: 5190, paymentIntentId: 'pi_1', ...payment },
    trek: { location: 'Khumbu, Solukhumbu', bannerImage: '/pictures/everest.svg', coordinates },
    priceBreakdown: price,
    balance: isPaid ? 0 : 5190,
    schedule: [{ amount: 5190, dueAt: '2026-11-20', paid: isPaid }],
    refundable: isPaid ? 5190 : 0,
    // As the server sends them to an administrator who is also the traveller.
    allowedActions: isPaid ? ['cancel', 'refund', 'resendMail'] : ['pay', 'confirm', 'cancel'],
    cancellationDeadlines: [
      { until: '2027-02-03', days: 30, percent: 100 },
      { until: '2027-02-26', days: 7, percent: 50 },
    ],
  });
}
/** Confirmed with a deposit; the rest is due on arrival. */
export const deposited: Booking = {
  ...bookingOf('Confirmed'),
  balance: 4152,
  dueAt: '2027-03-05',
  refundable: 1038,
  schedule: [
    { amount: 1038, dueAt: '2026-11-20', paid: true },
    { amount: 4152, onArrival: true, paid: false },
  ],
};
export const byCard: ReceivedPayment = {
  _id: 'p1',
  method: 'card',
  amount: 1038,
  currency: 'USD',
  rate: null,
  amountInBookingCurrency: 1038,
  reference: 'pi_1',
  receivedBy: null,
  receivedAt: '2026-11-20T09:00:00Z',
  receiptNumber: 'R-2026-000001',
  isReversed: false,
};
export const inCash: ReceivedPayment = {
  ...byCard,
  _id: 'p2',
  method: 'cash',
  amount: 4152,
  amountInBookingCurrency: 4152,
  reference: '',
  receivedBy: 'Asha Rai',
  receiptNumber: 'R-2026-000002',
};
export const bookingAnswer = (booking: Booking) => json(200, { status: 'success', data: { booking } });
export const opened = {
  clientSecret: 's',
  paymentIntentId: 'pi_1',
  paymentBreakdown: price,
  amountDue: price.total,
  booking: bookingOf('Pending'),
};
