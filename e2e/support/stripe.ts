// A stand-in for Stripe: the calls of the server and of the card field, test cards, and signed webhooks. Browser tests
// make no requests to the internet, so they cannot find differences from the real Stripe.
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const SCRIPT = readFileSync(join(import.meta.dirname, 'stripe-script.js'), 'utf8');

export const stripeKeys = { secret: 'sk_test_e2e', publishable: 'pk_test_e2e', webhook: 'whsec_e2e' } as const;
export const stripeCards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Authentication in a window over the page. */
  asks: '4000 0025 0000 3155',
  /** Authentication on a page of the bank. */
  asksElsewhere: '4000 0082 6000 3178',
} as const;

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  status: string;
  client_secret: string;
  created: number;
  metadata: Record<string, string>;
  last_payment_error: object | null;
  next_action: object | null;
  latest_charge: object | null;
}

interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: string;
  payment_intent: string;
}

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {
    super(JSON.stringify(error));
  }
}

const word = () => randomUUID().replaceAll('-', '').slice(0, 24);
const now = () => Math.floor(Date.now() / 1000);
const declined = (message: string) => ({ type: 'card_error', code: 'card_declined', message });

export class StripeService {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  /** The statuses of the webhook responses, in order. */
  readonly delivered: number[] = [];
  private readonly keys = new Map<string, Intent | Refund>();
  private readonly deliveries: Promise<void>[] = [];
  private webhookUrl = '';
  private readonly http: HttpServer;

  private constructor() {
    this.http = createServer((ask, answer) => void this.answer(ask, answer));
  }

  static async start(): Promise<StripeService> {
    const service = new StripeService();
    await new Promise<void>((listening) => service.http.listen(0, '127.0.0.1', listening));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** The settings of a server that uses this stand-in. */
  get settings() {
    return {
      CHAUTARI_STRIPE_SECRET_KEY: stripeKeys.secret,
      CHAUTARI_STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
      CHAUTARI_STRIPE_WEBHOOK_SECRET: stripeKeys.webhook,
      CHAUTARI_STRIPE_API_URL: this.url,
    };
  }

  tellsTo(serverUrl: string) {
    this.webhookUrl = `${serverUrl}/api/payments/stripe/webhook`;
  }

  async stop(): Promise<void> {
    await Promise.all(this.deliveries);
    this.http.closeAllConnections();
    await new Promise((closed) => this.http.close(closed));
  }

  /** Serves Stripe's two hosts to the page. */
  async serve(page: Page): Promise<string[]> {
    const loaded: string[] = [];
    await page.route('https://js.stripe.com/**', (route) => {
      loaded.push(page.url());
      return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
    });
    await page.route('https://api.stripe.com/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const answer = await route.fetch({ url: this.url + pathname });
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
      await route.fulfill({ status: answer.status(), headers, body: await answer.text() });
    });
    return loaded;
  }

  private async answer(ask: IncomingMessage, answer: ServerResponse) {
    const { pathname, searchParams } = new URL(ask.url ?? '/', this.url);
    if (pathname === '/bank') return this.bank(searchParams, answer);
    let body = '';
    for await (const part of ask) body += part;
    answer.setHeader('content-type', 'application/json');
    try {
      const known = this.keys.get(String(ask.headers['idempotency-key']));
      const said = known ?? this.call(`${ask.method} ${pathname}`, new URLSearchParams(body), ask);
      answer.end(JSON.stringify(said));
    } catch (problem) {
      const refused = problem instanceof Refused ? problem : new Refused(500, { type: 'api_error' });
      answer.writeHead(refused.status).end(JSON.stringify({ error: refused.error }));
    }
  }

  private call(what: string, form: URLSearchParams, ask: IncomingMessage): unknown {
    const [, id = '', verb] = /payment_intents\/(\w+)(?:\/(\w+))?/.exec(what) ?? [];
    // The browser has the publishable key and the client secret of an intent, the server has the secret key.
    if (form.get('key') === stripeKeys.publishable) {
      const intent = this.intent(id);
      if (form.get('client_secret') !== intent.client_secret) throw new Refused(404, { code: 'resource_missing' });
      return verb === 'confirm' ? this.confirm(intent, form) : this.authenticate(intent, form.get('outcome') ?? '');
    }
    if (ask.headers.authorization !== `Bearer ${stripeKeys.secret}`) throw new Refused(401, { code: 'invalid_key' });
    const made = this.serverCall(what, id, verb, form);
    const key = ask.headers['idempotency-key'];
    if (key && ask.method === 'POST') this.keys.set(String(key), made as Intent | Refund);
    return made;
  }

  private serverCall(what: string, id: string, verb: string | undefined, form: URLSearchParams): unknown {
    if (what === 'POST /v1/payment_intents') return this.open(form);
    if (what === 'POST /v1/refunds') return this.refund(form);
    if (what === 'GET /v1/payment_intents') return { data: [...this.intents.values()], has_more: false };
    if (what === 'GET /v1/refunds') return { data: this.refunds, has_more: false };
    if (verb === 'cancel') return this.cancel(this.intent(id));
    return this.intent(id);
  }

  private intent(id: string): Intent {
    const intent = this.intents.get(id);
    if (!intent) throw new Refused(404, { type: 'invalid_request_error', code: 'resource_missing' });
    return intent;
  }

  private open(form: URLSearchParams): Intent {
    const id = `pi_${word()}`;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: String(form.get('currency')),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${word()}`,
      created: now(),
      metadata: { booking_id: form.get('metadata[booking_id]') ?? '' },
      last_payment_error: null,
      next_action: null,
      latest_charge: null,
    };
    this.intents.set(id, intent);
    return intent;
  }

  private cancel(intent: Intent): Intent {
    if (intent.status === 'succeeded') throw new Refused(400, { code: 'payment_intent_unexpected_state' });
    intent.status = 'canceled';
    return intent;
  }

  private confirm(intent: Intent, form: URLSearchParams): Intent {
    const number = form.get('payment_method_data[card][number]');
    const is = (card: keyof typeof stripeCards) => stripeCards[card].replaceAll(' ', '') === number;
    if (is('declined')) return this.fail(intent, 'Your card was declined.');
    intent.latest_charge = {
      created: now(),
      payment_method_details: { card: { brand: 'visa', last4: number?.slice(-4) } },
    };
    if (is('asks')) return this.wait(intent, { type: 'use_stripe_sdk' });
    if (is('asksElsewhere')) {
      const way = new URLSearchParams({ intent: intent.id, back: form.get('return_url') ?? '' });
      return this.wait(intent, { type: 'redirect_to_url', redirect_to_url: { url: `${this.url}/bank?${way}` } });
    }
    return this.succeed(intent);
  }

  private wait(intent: Intent, action: object): Intent {
    intent.status = 'requires_action';
    intent.next_action = action;
    return intent;
  }

  private authenticate(intent: Intent, outcome: string): Intent {
    if (outcome === 'succeed') return this.succeed(intent);
    return this.fail(intent, 'We are unable to authenticate your payment method.');
  }

  private succeed(intent: Intent): Intent {
    intent.status = 'succeeded';
    intent.next_action = null;
    this.tell('payment_intent.succeeded', intent);
    return intent;
  }

  private fail(intent: Intent, message: string): never {
    intent.status = 'requires_payment_method';
    intent.next_action = null;
    intent.last_payment_error = declined(message);
    this.tell('payment_intent.payment_failed', intent);
    throw new Refused(402, { ...declined(message), payment_intent: intent });
  }

  private refund(form: URLSearchParams): Refund {
    const intent = this.intent(String(form.get('payment_intent')));
    const amount = Number(form.get('amount'));
    const back = this.refunds.filter((one) => one.payment_intent === intent.id);
    if (back.reduce((sum, one) => sum + one.amount, amount) > intent.amount)
      throw new Refused(400, { type: 'invalid_request_error', message: 'Refund amount is greater than charge amount' });
    const { id: payment_intent, currency } = intent;
    const refund: Refund = {
      id: `re_${word()}`,
      object: 'refund',
      amount,
      currency,
      status: 'succeeded',
      payment_intent,
    };
    this.refunds.push(refund);
    this.tell('refund.updated', refund);
    return refund;
  }

  /** The authentication page of a bank: the user chooses the result and is redirected back. */
  private bank(asked: URLSearchParams, answer: ServerResponse) {
    const outcome = asked.get('outcome');
    if (!outcome) {
      const link = (end: string) => `<a href="/bank?${asked}&outcome=${end}">${end}</a>`;
      answer.setHeader('content-type', 'text/html');
      answer.end(`<title>Bank</title><h1>Your bank</h1>${link('succeed')} ${link('fail')}`);
      return;
    }
    try {
      this.authenticate(this.intent(asked.get('intent') ?? ''), outcome);
    } catch {
      // Refused: the page after the redirect finds out by itself.
    }
    answer.writeHead(303, { location: asked.get('back') ?? '' }).end();
  }

  private tell(type: string, object: object) {
    const body = JSON.stringify({ id: `evt_${word()}`, object: 'event', type, created: now(), data: { object } });
    const moment = now();
    const signature = createHmac('sha256', stripeKeys.webhook).update(`${moment}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${moment},v1=${signature}` };
    const sent = fetch(this.webhookUrl, { method: 'POST', headers, body }).then(
      (answer) => void this.delivered.push(answer.status),
      () => void this.delivered.push(0),
    );
    this.deliveries.push(sent);
  }
}
