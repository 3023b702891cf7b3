// A real OpenID Connect provider (npm oidc-provider) in place of Google, with users.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import Provider, { type Account } from 'oidc-provider';

export interface Person {
  email: string;
  email_verified: boolean;
  name?: string;
}

const CLIENT = { client_id: 'chautari', client_secret: 'shared-with-the-provider' };

export class OidcProvider {
  private readonly people = new Map<string, Person>();
  private answer: RequestListener = (_, response) => void response.writeHead(503).end();

  private constructor(
    readonly issuer: string,
    private readonly http: HttpServer,
  ) {}

  static async start(): Promise<OidcProvider> {
    const http = createServer((request, response) => provider.answer(request, response));
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    const provider = new OidcProvider(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, http);
    return provider;
  }

  /** The settings of a server that uses this provider. */
  get settings(): Record<string, string> {
    return {
      CHAUTARI_GOOGLE_CLIENT_ID: CLIENT.client_id,
      CHAUTARI_GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
      CHAUTARI_GOOGLE_ISSUER_URL: this.issuer,
    };
  }

  /** Registers the site with its URL, whose port was not known before. */
  trust(publicUrl: string): void {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
    this.answer = new Provider(this.issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${publicUrl}/api/auth/google/callback`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      // The id token contains the email address, like Google's.
      conformIdTokenClaims: false,
      findAccount: (_: unknown, id: string) => this.account(id),
      jwks: { keys: [key] },
      cookies: { keys: [randomUUID()] },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    }).callback();
  }

  /** Adds a user and returns the login name. */
  add(person: Person): string {
    const login = randomUUID();
    this.people.set(login, person);
    return login;
  }

  private account(id: string): Account | undefined {
    const person = this.people.get(id);
    return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
  }
}

/** The two pages of the provider: login and consent. */
export async function agreeAs(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
