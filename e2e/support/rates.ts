// A stand-in for the exchange-rate service: browser tests make no requests to the internet.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Differs from the default rate of the documents, 132.95, so that a test can tell them apart. */
export const nprPerUsd = 140.5;

export class RatesService {
  private constructor(
    readonly url: string,
    private readonly server: HttpServer,
  ) {}

  static async start(): Promise<RatesService> {
    const server = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/json');
      answer.end(
        JSON.stringify({ result: 'success', base_code: 'USD', base: 'USD', rates: { USD: 1, NPR: nprPerUsd } }),
      );
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new RatesService(`http://127.0.0.1:${(server.address() as AddressInfo).port}/latest/USD`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
