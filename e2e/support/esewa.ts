// A stand-in for eSewa ePay v2: the form, the page of the payer and the status call.
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The public test credentials of eSewa. */
export const esewaKeys = { productCode: 'EPAYTEST', secretKey: '8gBm/:&EnhH.1/q' };

interface Payment {
  total: string;
  back: string;
  status: 'PENDING' | 'COMPLETE' | 'CANCELED';
}

export class Esewa {
  private readonly payments = new Map<string, Payment>();

  private constructor(private readonly server: HttpServer) {}

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<Esewa> {
    const server = createServer((request, answer) => void esewa.answer(request, answer));
    const esewa = new Esewa(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return esewa;
  }

  private async answer(request: IncomingMessage, answer: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const uuid = searchParams.get('transaction_uuid') ?? '';
    const payment = this.payments.get(uuid);
    if (pathname === '/api/epay/main/v2/form') {
      const form = new URLSearchParams(await bodyOf(request));
      const field = (name: string) => form.get(name) ?? '';
      const posted = field('transaction_uuid');
      this.payments.set(posted, { total: field('total_amount'), back: field('success_url'), status: 'PENDING' });
      answer.writeHead(302, { location: `/pay?transaction_uuid=${posted}` }).end();
    } else if (pathname === '/pay' && payment) {
      const link = (act: string, text: string) => `<p><a href="/${act}?transaction_uuid=${uuid}">${text}</a></p>`;
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      const links = link('complete', 'Pay') + link('cancel', 'Leave');
      answer.end(`<!doctype html><html lang="en"><title>eSewa</title><h1>NPR ${payment.total}</h1>${links}</html>`);
    } else if ((pathname === '/complete' || pathname === '/cancel') && payment) {
      payment.status = pathname === '/complete' ? 'COMPLETE' : 'CANCELED';
      answer.writeHead(302, { location: payment.back }).end();
    } else {
      answer.setHeader('content-type', 'application/json');
      const status = payment?.status ?? 'NOT_FOUND';
      const total = Number(payment?.total ?? searchParams.get('total_amount'));
      const ids = { product_code: esewaKeys.productCode, transaction_uuid: uuid };
      answer.end(JSON.stringify({ ...ids, total_amount: total, status, ref_id: payment ? '0007XYZ' : null }));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
