// Writes the database fixture of a released version, which crates/server/tests/api/upgrades.rs migrates:
// `node scripts/database-fixture.mjs VERSION PROGRAM`. The demo data, and two bookings that were paid through the API.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startDemoServer } from './demo-server.mjs';

const [version, program] = process.argv.slice(2);
if (!version || !program) throw new Error('usage: node scripts/database-fixture.mjs VERSION PROGRAM');
const TRAVELLER = { email: 'maya@chautari.example', password: 'trail-maya-2026' };
const GUEST = { name: 'Maya Gurung', age: 31, gender: 'Female', phoneNumber: '+977 980-1234567' };
const folder = mkdtempSync(join(tmpdir(), 'chautari-fixture.'));
const into = new URL(`../crates/server/tests/fixtures/databases/${version}/`, import.meta.url);

async function call(method, path, headers, body) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Books for two, pays by card, and waits for the confirmation. Resolves to the id of the booking. */
async function book(headers, trek, order, startDate) {
  const quote = { trekId: trek._id, routeDetails: { routeId: trek.routes[0]._id }, totalGuests: 2, ...order };
  const { priceBreakdown } = (await (await call('POST', '/api/bookings/quote', headers, quote)).json()).data;
  const made = await call('POST', '/api/bookings', headers, {
    ...quote,
    bookingDetails: { startDate, totalGuests: 2 },
    guestDetails: { primaryGuest: GUEST, additionalGuests: [{ ...GUEST, name: 'आशा गुरुङ' }] },
    payment: { finalAmount: priceBreakdown.total },
  });
  const { booking, paymentIntentId, clientSecret } = (await made.json()).data;
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
  const billing = { name: GUEST.name, email: TRAVELLER.email, address: 'Jhamsikhel 3, Lalitpur' };
  await call('POST', `/api/payments/sandbox/${paymentIntentId}/confirm`, {}, { clientSecret, card, billing });
  await call('POST', '/api/bookings/verify-payment', headers, { paymentIntentId, id: booking._id });
  return booking._id;
}

// The cheapest hash that the settings allow: the tests log in many times, without optimisation.
const cheap = { CHAUTARI_ARGON2_MEMORY_KIB: '8', CHAUTARI_ARGON2_ITERATIONS: '1' };
const { server, url } = await startDemoServer(program, folder, cheap);
try {
  const login = await call('POST', '/api/auth/login', {}, TRAVELLER);
  const headers = { authorization: `Bearer ${login.headers.get('x-access-token')}` };
  const { treks } = (await (await call('GET', '/api/treks/getall')).json()).data;
  const from = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const details = async (trek) => (await (await call('GET', `/api/treks/${trek._id}`)).json()).data.trek;
  const dates = async (trek) => (await (await call('GET', `/api/treks/${trek._id}/departures?from=${from}`)).json()).data;
  const bookings = [];
  for (const trek of treks) {
    const kinds = bookings.map(({ kind }) => kind);
    const full = await details(trek);
    if (full.soldAs !== 'departures' && !kinds.includes('private')) {
      bookings.push({ kind: 'private', id: await book(headers, full, {}, from) });
    }
    const { departures } = await dates(trek);
    const open = departures.find(({ seatsLeft, status }) => status === 'open' && seatsLeft >= 2);
    if (open && !kinds.includes('group')) {
      const order = { departureId: open._id, routeDetails: { routeId: open.routeId } };
      bookings.push({ kind: 'group', id: await book(headers, full, order, open.startDate) });
    }
  }
  const shown = [];
  for (const { id } of bookings) {
    const { booking } = (await (await call('GET', `/api/bookings/${id}`, headers)).json()).data;
    const { reference, status, amount, currency, invoiceNumber } = booking;
    const pdf = Buffer.from(await (await call('GET', `/api/bookings/${id}/invoice.pdf`, headers)).arrayBuffer());
    const invoiceSha256 = createHash('sha256').update(pdf).digest('hex');
    shown.push({ id, reference, status, amount, currency, invoiceNumber, invoiceSha256 });
  }
  // The emails of the bookings are jobs: a fixture without work in progress migrates without it.
  await new Promise((done) => setTimeout(done, 3000));
  mkdirSync(into, { recursive: true });
  const backup = join(folder, 'backup.tar.gz');
  execFileSync(program, ['backup', backup, '--data-dir', folder], { stdio: 'inherit' });
  writeFileSync(new URL('backup.tar.gz', into), readFileSync(backup));
  server.kill('SIGTERM');
  await once(server, 'exit');
  const compress = (name) => {
    const settings = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const packed = brotliCompressSync(readFileSync(join(folder, name)), { params: settings });
    writeFileSync(new URL(`${name}.br`, into), packed);
    return packed.length;
  };
  // The server leaves its last transactions in the write-ahead log, and so does a machine that is switched off.
  const size = compress('chautari.db') + compress('chautari.db-wal');
  writeFileSync(new URL('secret.key', into), readFileSync(join(folder, 'secret.key')));
  writeFileSync(new URL('expected.json', into), `${JSON.stringify({ login: TRAVELLER, bookings: shown }, null, 2)}\n`);
  console.log(`${into.pathname}: database ${size} B, ${shown.length} bookings`);
} finally {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
