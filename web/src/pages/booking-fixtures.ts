// For tests of the booking pages: a trek with two visible routes and a booking of it.
import type { Booking } from '../api/types';
import { json, maya, trek } from '../test-server';

const coordinates = { latitude: 27.8, longitude: 86.7 };
const day = {
  waypoints: [
    { name: 'Lukla', coordinates, isStartPoint: true, isEndPoint: false, altitude: 2860 },
    { name: 'Phakding', coordinates, isStartPoint: false, isEndPoint: true, altitude: 2610 },
  ],
  connections: [
    {
      fromWaypointIndex: 0,
      toWaypointIndex: 1,
      transportMode: 'walking',
      description: 'Down the river',
      duration: 180,
      distance: 7.8,
    },
  ],
  accommodation: { title: 'Lodge', description: '', features: [] },
  foodDetails: { breakfast: ['Tea'], lunch: ['Rice'], dinner: ['Soup'] },
};
const routeOf = (id: string, name: string, pricePerHead: number, isVisible = true) => ({
  _id: id,
  name,
  description: `${name} in words`,
  pricePerHead,
  numberOfDays: 2,
  numberOfNights: 1,
  isVisible,
  dailyActivities: [day, day],
});
export const everest = {
  ...trek('Everest Base Camp'),
  _id: 't1',
  version: 1,
  location: 'Khumbu, Solukhumbu',
  routes: [routeOf('r1', 'Classic', 1000), routeOf('r2', 'By Gokyo', 1600), routeOf('r3', 'Secret', 10, false)],
};
export const trekAnswer = { 'GET /api/treks/t1': json(200, { status: 'success', data: { trek: everest } }) };

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
export function bookingOf(status: string, payment: object = {}): Booking {
  return {
    _id: 'b1',
    reference: 'KD-1207',
    userId: maya.id,
    checkIn: '2027-03-05',
    checkOut: '2027-03-16',
    amount: 5190,
    currency: 'USD',
    status: status === 'Confirmed' ? 'Confirmed' : 'Pending',
    payment: { status, finalAmount: 5190, baseAmount: 5000, currency: 'USD', paymentIntentId: 'pi_1', ...payment },
    trek: {
      _id: 't1',
      name: 'Everest Base Camp',
      location: 'Khumbu, Solukhumbu',
      bannerImage: '/pictures/everest.svg',
      coordinates,
    },
    routeDetails: { routeId: 'r1', routeName: 'Classic', numberOfDays: 12, numberOfNights: 11, pricePerHead: 1000 },
    totalGuests: 5,
    guestDetails: {
      primaryGuest: { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '9812345678' },
      additionalGuests: [],
    },
    priceBreakdown: price,
    refunded: 0,
    refundable: status === 'Confirmed' ? 5190 : 0,
    // As the server gives them to an administrator who is its traveller too.
    allowedActions: status === 'Confirmed' ? ['cancel', 'refund', 'resendMail'] : ['pay', 'confirm', 'cancel'],
    cancellationDeadlines: [
      { until: '2027-02-03', days: 30, percent: 100 },
      { until: '2027-02-26', days: 7, percent: 50 },
    ],
    refunds: [],
    customer: { name: 'Maya Gurung', email: maya.email },
  } as unknown as Booking;
}
export const bookingAnswer = (booking: Booking) => json(200, { status: 'success', data: { booking } });
export const opened = {
  clientSecret: 's',
  paymentIntentId: 'pi_1',
  paymentBreakdown: price,
  booking: bookingOf('Pending'),
};
