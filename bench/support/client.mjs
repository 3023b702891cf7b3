// Calls of the API: logins, bookings and their payment, over connections that are kept open.
import { Agent, request } from 'node:http';

export const ADMIN = { email: 'admin@chautari.example', password: 'mountain-admin-2026' };
export const TRAVELLER = { email: 'maya@chautari.example', password: 'trail-maya-2026' };
const GUEST = { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 980-1234567' };
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
const agent = new Agent({ keepAlive: true });

/** Status, headers, raw body and the milliseconds until its last byte. */
export function send(url, { method = 'GET', headers = {}, body } = {}) {
  const text = body && JSON.stringify(body);
  const given = text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const began = performance.now();
  return new Promise((done, failed) => {
    const call = request(url, { method, agent, headers: { ...headers, ...given } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', failed);
      answer.on('end', () =>
        done({
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(parts),
          ms: performance.now() - began,
        }),
      );
    });
    call.on('error', failed);
    call.end(text);
  });
}

async function data(url, options) {
  const answer = await send(url, options);
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).data;
}

export const get = (url, headers) => data(url, { headers });
export const post = (url, headers, body) => data(url, { method: 'POST', headers, body });

/** The headers of a session. */
export async function logIn(url, who = ADMIN) {
  const answer = await send(`${url}/api/auth/login`, { method: 'POST', body: who });
  const token = answer.headers['x-access-token'];
  if (!token) throw new Error(`no login: ${answer.status} ${answer.body}`);
  return { authorization: `Bearer ${token}` };
}

export const dayAhead = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The request of a booking for one, at the price that the server quotes. */
export async function makeOrder(url, headers, order, startDate = dayAhead(90)) {
  const quote = { totalGuests: 1, ...order };
  const { priceBreakdown } = await post(`${url}/api/bookings/quote`, headers, quote);
  return {
    ...quote,
    bookingDetails: { startDate, totalGuests: 1 },
    guestDetails: { primaryGuest: GUEST, additionalGuests: [] },
    payment: { finalAmount: priceBreakdown.total },
  };
}

/** What is needed to quote or book the first route of a trek whose traveller chooses the date. */
export async function privateOrder(url) {
  const { treks } = await get(`${url}/api/treks/getall`);
  for (const { _id } of treks) {
    const { trek } = await get(`${url}/api/treks/${_id}`);
    if (trek.soldAs !== 'departures') return { trekId: _id, routeDetails: { routeId: trek.routes[0]._id } };
  }
  throw new Error('no trek is sold by private dates');
}

/** Books, pays by card at the sandbox, and confirms: three calls. */
export async function bookAndPay(url, headers, order) {
  const { booking, paymentIntentId, clientSecret } = await post(`${url}/api/bookings`, headers, order);
  const billing = { name: GUEST.name, email: TRAVELLER.email, address: 'Jhamsikhel 3, Lalitpur' };
  await post(`${url}/api/payments/sandbox/${paymentIntentId}/confirm`, {}, { clientSecret, card: CARD, billing });
  const verify = { paymentIntentId, id: booking._id };
  const verified = await post(`${url}/api/bookings/verify-payment`, headers, verify);
  if (verified.booking.status !== 'Confirmed') throw new Error(`a booking is ${verified.booking.status}`);
}
