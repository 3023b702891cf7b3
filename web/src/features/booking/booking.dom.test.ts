import { beforeEach, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../api/client';
import type { BookingOpened, Route, User } from '../../api/types';
import { makeBooking, makeRoute, makeTrek } from '../../fixtures';
import { type Choice, guestCountOf, initialChoice, quoteChoice, reserveBlocker, saveChoice } from './choice';
import { clearDraft, createReservation, loadDraft, saveDraft, toChoice } from './draft';
import { initialGuestForm } from './guests';
import { bookingTexts } from './messages';
import { bookingProblem, hasPaymentIntent } from './problem';
import { attemptFor, bookingRequest } from './request';

const days = { today: '2026-11-20', last: '2028-12-31' };
const routes = [
  makeRoute({ _id: 'r1', name: 'By Gokyo', pricePerHead: 1600, numberOfDays: 15, numberOfNights: 14 }),
  makeRoute({ _id: 'r2', name: 'Classic', pricePerHead: 1000, numberOfDays: 12, numberOfNights: 11 }),
];
const trek = makeTrek({ images: { bannerImage: '/pictures/ebc.svg', secondaryImages: [] }, routes });
const classic = routes[1] as Route;
const user = { id: 'u1', name: 'Maya Gurung', email: 'maya@chautari.example', role: 'user' } as User;
const choice: Choice = {
  routeId: 'r2',
  startDate: '2027-03-05',
  custom: false,
  guests: '5',
  includeMeals: true,
  includePorter: false,
};

function reservation(changes: Partial<Choice> = {}) {
  const chosen = { ...choice, ...changes };
  const price = quoteChoice(trek, classic, guestCountOf(chosen));
  const made = price && createReservation(trek, classic, 1, chosen, guestCountOf(chosen) ?? 0, price);
  if (!made) throw new Error('this choice can be reserved');
  return made;
}

describe('the panel', () => {
  test('TREK-12 the date of the link is the first start date; an invalid or past one is ignored', () => {
    expect(initialChoice('t1', routes, '2027-04-01', days).startDate).toBe('2027-04-01');
    expect(initialChoice('t1', routes, '2026-11-20', days).startDate).toBe('2026-11-20');
    for (const bad of ['2026-11-19', '2027-02-30', 'tomorrow', '', null, '2031-01-01', '2027-04-01T00:00:00Z']) {
      expect(initialChoice('t1', routes, bad, days).startDate).toBeUndefined();
    }
  });

  test('GUEST-01 BOOK-01 the choice is restored after a reload, for this trek only', () => {
    saveChoice('t1', { ...choice, includeMeals: false });
    expect(initialChoice('t1', routes, null, days)).toEqual({ ...choice, includeMeals: false });
    expect(initialChoice('t2', routes, null, days)).toMatchObject({ startDate: undefined, guests: '2' });
    expect(initialChoice('t1', routes, '2027-05-01', days).startDate).toBe('2027-05-01');
  });

  test('a stored date that has passed and a stored route that no longer exists are not offered again', () => {
    saveChoice('t1', { ...choice, startDate: '2026-11-01', routeId: 'r9' });
    expect(initialChoice('t1', routes, null, days)).toMatchObject({ startDate: undefined, routeId: 'r2' });
  });

  test('meals and porter are on by default, and the cheapest route is selected', () => {
    expect(initialChoice('t1', routes, null, days)).toMatchObject({
      includeMeals: true,
      includePorter: true,
      routeId: 'r2',
    });
  });

  test('PRICE-01 the price follows route and number of guests', () => {
    expect(quoteChoice(trek, classic, 3)?.total).toBe(3700);
    expect(quoteChoice(trek, classic, 4)?.discount).toBe(800);
    expect(quoteChoice(trek, routes[0], 1)?.basePrice).toBe(1600);
    expect(quoteChoice(trek, undefined, 3)).toBeNull();
    expect(quoteChoice(trek, classic, null)).toBeNull();
  });

  test('BOOK-02..05 Reserve is refused when signed out, without a price, a route or a number of guests', () => {
    const price = quoteChoice(trek, classic, 5);
    expect(reserveBlocker(true, classic, 5, price)).toBeUndefined();
    expect(reserveBlocker(false, classic, 5, price)).toBe('signed-out');
    expect(reserveBlocker(true, undefined, 5, null)).toBe('no-route');
    expect(reserveBlocker(true, classic, null, null)).toBe('no-guests');
    expect(reserveBlocker(true, classic, 5, null)).toBe('no-price');
    expect(reserveBlocker(true, classic, 5, price && { ...price, total: 0 })).toBe('no-price');
  });
});

describe('the draft', () => {
  beforeEach(clearDraft);

  test('BOOK-08 Reserve opens a draft, and a reload restores what was typed', () => {
    const draft = loadDraft(reservation(), 'u1');
    expect(draft).toMatchObject({
      userId: 'u1',
      bookingData: { trekId: 't1', totalGuests: 5 },
      details: { name: 'Everest Base Camp', noOfNight: 11 },
      selectedRoute: { _id: 'r2', index: 1 },
    });
    if (draft) saveDraft({ ...draft, form: { additionalNotes: 'Vegetarian' }, bookingId: 'b1' });
    expect(loadDraft(reservation(), 'u1')).toMatchObject({ form: { additionalNotes: 'Vegetarian' }, bookingId: 'b1' });
    expect(loadDraft(null, 'u1')).toMatchObject({ bookingId: 'b1' });
  });

  test('another date or number keeps the guests and starts a new booking', () => {
    const draft = loadDraft(reservation(), 'u1');
    if (draft)
      saveDraft({
        ...draft,
        form: { additionalNotes: 'Vegetarian' },
        bookingId: 'b1',
        attempt: { key: 'k', body: '{}' },
      });
    const again = loadDraft(reservation({ startDate: '2027-04-01' }), 'u1');
    expect(again).toMatchObject({ form: { additionalNotes: 'Vegetarian' }, bookingData: { startDate: '2027-04-01' } });
    expect(again).not.toHaveProperty('bookingId');
    expect(again).not.toHaveProperty('attempt');
  });

  test('BOOK-09 without a reservation there is no draft, and no user receives another user’s draft', () => {
    expect(loadDraft(null, 'u1')).toBeNull();
    expect(loadDraft({ bookingData: { trekId: 't1' } }, 'u1')).toBeNull();
    const draft = loadDraft(reservation(), 'u1');
    if (draft) saveDraft(draft);
    expect(loadDraft(null, 'u2')).toBeNull();
  });
});

describe('the request', () => {
  const form = { ...initialGuestForm(2, { name: 'Maya' }), additionalNotes: ' Vegetarian ' };
  form.primaryGuest = { name: ' Maya Gurung ', age: '31', gender: 'Female', phoneNumber: '+977 9812345678' };
  form.additionalGuests = [{ name: 'Ram', age: '44', gender: 'Male', phoneNumber: '' }];

  test('BOOK-16 DATA-10..16 it contains trek, route, days, guests, amounts and special requests in the spelling of the documents', () => {
    const body = bookingRequest(reservation({ guests: '2' }), form, user);
    expect(body).toMatchObject({
      userId: 'u1',
      trekId: 't1',
      routeDetails: { routeId: 'r2', routeIndex: 1, name: 'Classic', numberOfDays: 12, pricePerHead: 1000 },
      bookingDetails: { startDate: '2027-03-05', endDate: '2027-03-16', totalGuests: 2, status: 'Pending' },
      guestDetails: {
        primaryGuest: { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 9812345678' },
        additionalGuests: [{ name: 'Ram', age: 44, gender: 'Male' }],
      },
      payment: {
        baseAmount: 2000,
        finalAmount: 2475,
        status: 'Pending',
        charges: { gst: 260, serviceFee: 100, insuranceFee: 90, bookingFee: 25 },
      },
      additionalNotes: 'Vegetarian',
      includeMeals: true,
      includePorter: false,
      priceBreakdown: { basePrice: 2000, discount: 0, total: 2475 },
    });
    expect(body.guestDetails.additionalGuests?.[0]).not.toHaveProperty('phoneNumber');
  });

  test('it says what is paid now if the trek has a deposit, and the choice is restored by Edit trip', () => {
    const terms = { deposit: { percent: 20 }, balance: { onArrival: true } };
    const draft = reservation();
    const withDeposit = { ...draft, bookingData: { ...draft.bookingData, pay: 'all' as const, terms } };
    const form = initialGuestForm(5, user);
    expect(bookingRequest(withDeposit, form, user).pay).toBe('all');
    expect(bookingRequest(withDeposit, form, user)).not.toHaveProperty('terms');
    expect(bookingRequest(draft, form, user)).not.toHaveProperty('pay');
    expect(toChoice(withDeposit).pay).toBe('all');
  });

  test('repeating the same request reuses its key, a changed request gets a new key', () => {
    const body = bookingRequest(reservation({ guests: '2' }), form, user);
    const first = attemptFor(body, undefined);
    expect(attemptFor(body, first)).toBe(first);
    expect(attemptFor({ ...body, includeMeals: false }, first).key).not.toBe(first.key);
  });
});

describe('a refused booking', () => {
  const failure = (status: number, body: object = {}) => bookingProblem(new ApiFailure(status, body));

  test('BOOK-17 401 redirects to login', () => {
    expect(failure(401, { message: 'Session expired' })).toEqual({ kind: 'login' });
  });

  test('BOOK-18 400 shows errors beside their fields, else the message, else Invalid booking data', () => {
    const errors = [
      { field: 'guestDetails.primaryGuest.phoneNumber', message: bookingTexts.phone },
      { field: 'guestDetails.additionalGuests[3].name', message: bookingTexts.name },
      { field: 'bookingDetails.startDate', message: 'Start date is in the past' },
    ];
    expect(failure(400, { errors })).toEqual({
      kind: 'fields',
      fields: { 'primaryGuest.phoneNumber': bookingTexts.phone, 'additionalGuests.3.name': bookingTexts.name },
      others: ['Start date is in the past'],
    });
    expect(failure(400, { message: 'Total is too small' })).toEqual({ kind: 'message', message: 'Total is too small' });
    expect(failure(400)).toEqual({ kind: 'message', message: 'Invalid booking data' });
  });

  test('BOOK-22 a deleted route is reported in the words of the documents', () => {
    expect(failure(400, { message: 'Invalid route selected' })).toEqual({
      kind: 'message',
      message: 'Invalid route selected',
    });
  });

  test('BOOK-19 409 shows the server’s message, and the new price if the response has one', () => {
    expect(failure(409, { message: 'This trek is no longer offered' })).toEqual({
      kind: 'message',
      message: 'This trek is no longer offered',
    });
    const price = makeBooking().priceBreakdown;
    expect(failure(409, { message: 'The price has changed', data: { priceBreakdown: price } })).toEqual({
      kind: 'price',
      price,
      message: 'The price has changed',
    });
  });

  test('BOOK-20 any other response is an unexpected error', () => {
    for (const status of [403, 404, 422, 429, 500, 503])
      expect(failure(status, { message: 'x' })).toEqual({ kind: 'message', message: bookingTexts.unexpected });
  });

  test('BOOK-23 a failure without a response can be retried', () => {
    expect(failure(0)).toEqual({ kind: 'message', message: 'Error while processing your booking. Please try again.' });
    expect(bookingProblem(new TypeError('x'))).toEqual({ kind: 'message', message: bookingTexts.processing });
  });

  test('BOOK-21 a response without secret, intent or booking is invalid', () => {
    const opened = { clientSecret: 's', paymentIntentId: 'pi', booking: { _id: 'b' } } as BookingOpened;
    expect(hasPaymentIntent(opened)).toBe(true);
    expect(hasPaymentIntent({ ...opened, clientSecret: '' })).toBe(false);
    expect(hasPaymentIntent({ ...opened, paymentIntentId: '' })).toBe(false);
    const invalid = { kind: 'message', message: 'Invalid server response' };
    expect(bookingProblem(new ApiFailure(201, { status: 'success', data: {} }))).toEqual(invalid);
  });
});
