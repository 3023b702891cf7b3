// Tests the server with localstripe, an independent Stripe emulator: create, retrieve, webhook signature, refund.
// What it does not support (declined cards, idempotency keys, failures) is tested with our own fault server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const SECRET = 'sk_test_peers';
const folder = mkdtempSync(join(tmpdir(), 'chautari-peers-'));
const started = [];
let stripe;
let server;

/** A free port: localstripe does not accept port 0. */
async function freePort() {
  const probe = createServer().listen(0, '::');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function ask(method, url, { form, json, headers = {} } = {}) {
  const body = form ? new URLSearchParams(form) : json && JSON.stringify(json);
  const type = json ? { 'content-type': 'application/json' } : {};
  const answer = await fetch(url, { method, body, headers: { ...type, ...headers } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

const asStripe = (method, path, form) =>
  ask(method, stripe + path, { form, headers: { authorization: `Bearer ${SECRET}` } });

async function until(what, look) {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    await pause(100);
  }
  throw new Error(`timed out: ${what}`);
}

before(async () => {
  const port = await freePort();
  started.push(spawn(process.env.LOCALSTRIPE, ['--port', String(port), '--from-scratch'], { stdio: 'ignore' }));
  stripe = `http://127.0.0.1:${port}`;
  await until('localstripe answers', async () => (await asStripe('GET', '/v1/payment_intents?limit=1')).status === 200);

  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_')));
  const child = spawn(process.env.CHAUTARI_BIN, ['serve', '--demo'], {
    cwd: folder,
    env: {
      ...env,
      CHAUTARI_LISTEN: '127.0.0.1:0',
      CHAUTARI_DATA_DIR: folder,
      CHAUTARI_EXCHANGE_RATE_URL: 'off',
      CHAUTARI_STRIPE_SECRET_KEY: SECRET,
      CHAUTARI_STRIPE_PUBLISHABLE_KEY: 'pk_test_peers',
      CHAUTARI_STRIPE_WEBHOOK_SECRET: 'whsec_peers',
      CHAUTARI_STRIPE_API_URL: stripe,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  const [line] = await once(child.stdout, 'data');
  server = String(line).split('\n')[0].trim();
  const hook = { url: `${server}/api/payments/stripe/webhook`, secret: 'whsec_peers' };
  assert.equal((await ask('POST', `${stripe}/_config/webhooks/chautari`, { form: hook })).status, 200);
});

after(async () => {
  for (const child of started) {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function signIn() {
  const json = { email: 'maya@chautari.example', password: 'trail-maya-2026' };
  const { headers } = await ask('POST', `${server}/api/auth/login`, { json });
  return { authorization: `Bearer ${headers.get('x-access-token')}` };
}

async function book(headers) {
  const { treks } = (await ask('GET', `${server}/api/treks/getall`)).body.data;
  const routeDetails = { routeId: treks[0].routes[0]._id };
  const quote = { trekId: treks[0]._id, routeDetails, totalGuests: 1 };
  const price = (await ask('POST', `${server}/api/bookings/quote`, { json: quote })).body.data.priceBreakdown;
  const startDate = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  const primaryGuest = { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 9801234567' };
  const json = {
    trekId: treks[0]._id,
    routeDetails,
    bookingDetails: { startDate, totalGuests: 1 },
    guestDetails: { primaryGuest, additionalGuests: [] },
    payment: { finalAmount: price.total },
  };
  const opened = await ask('POST', `${server}/api/bookings`, { json, headers });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
  return opened.body.data;
}

/** The steps of Stripe's card field; localstripe needs two calls. */
async function payWithCard(intentId) {
  const card = { 'card[number]': '4242424242424242', 'card[exp_month]': 12, 'card[exp_year]': 2035, 'card[cvc]': '123' };
  const method = await asStripe('POST', '/v1/payment_methods', { type: 'card', ...card });
  assert.equal(method.status, 200, JSON.stringify(method.body));
  await asStripe('POST', `/v1/payment_intents/${intentId}`, { payment_method: method.body.id });
  const paid = await asStripe('POST', `/v1/payment_intents/${intentId}/confirm`, {});
  assert.equal(paid.body.status, 'succeeded', JSON.stringify(paid.body));
}

test('PAY-01 a booking opens a payment of its amount that carries its id, and is confirmed by asking for it', async () => {
  const headers = await signIn();
  const { booking, paymentIntentId } = await book(headers);
  const { body: intent } = await asStripe('GET', `/v1/payment_intents/${paymentIntentId}`);
  assert.equal(intent.amount, Math.round(booking.amount * 100));
  assert.equal(intent.metadata.booking_id, booking._id);
  const json = { paymentIntentId, id: booking._id };
  assert.equal((await ask('POST', `${server}/api/bookings/verify-payment`, { json, headers })).status, 402);
  await payWithCard(paymentIntentId);
  const verified = await ask('POST', `${server}/api/bookings/verify-payment`, { json, headers });
  assert.equal(verified.status, 200, JSON.stringify(verified.body));
  assert.equal(verified.body.data.booking.status, 'Confirmed');
});

test('PAY-08 its signed webhook confirms what nobody asks for, and cancelling gives the money back there', async () => {
  const headers = await signIn();
  const { booking, paymentIntentId } = await book(headers);
  await payWithCard(paymentIntentId);
  // The list does not query the provider, so its status came through the webhook.
  const list = async () => (await ask('GET', `${server}/api/bookings/my-bookings`, { headers })).body.data.bookings;
  const own = (bookings) => bookings.find((one) => one._id === booking._id);
  await until('confirmed by the webhook', async () => own(await list()).status === 'Confirmed');
  const cancelled = await ask('POST', `${server}/api/bookings/${booking._id}/cancel`, { json: {}, headers });
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  assert.equal(cancelled.body.data.refund.amount, booking.amount);
  const { body: refunds } = await asStripe('GET', `/v1/refunds`);
  const made = refunds.data.filter((one) => one.payment_intent === paymentIntentId);
  assert.deepEqual(
    made.map((one) => one.amount),
    [Math.round(booking.amount * 100)],
  );
});

test('a webhook that another secret has signed is refused', async () => {
  const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` };
  const json = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } };
  assert.equal((await ask('POST', `${server}/api/payments/stripe/webhook`, { json, headers })).status, 400);
});
