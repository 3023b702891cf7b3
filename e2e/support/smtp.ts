// A real SMTP server (npm smtp-server): STARTTLS with a certificate of its own authority, a required login, and
// recipients that it refuses permanently.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

const login = { user: 'post@chautari.example', password: 'yak:wool/2026' };

export interface Received {
  to: string[];
  /** Whether the connection was encrypted. */
  secure: boolean;
  user: string;
  mail: Email;
}

export class MailServer {
  readonly received: Received[] = [];
  /** Addresses that get a 550 response. */
  readonly refused = new Set<string>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'chautari-smtp-'));
  private server: SMTPServer | undefined;

  static async start(): Promise<MailServer> {
    const mails = new MailServer();
    await mails.listen();
    return mails;
  }

  /** The settings of a server that sends its emails here. */
  get settings(): Record<string, string> {
    if (!this.server) throw new Error('the mail server is not started');
    const { port } = this.server.server.address() as AddressInfo;
    const user = encodeURIComponent(login.user);
    return {
      CHAUTARI_SMTP_URL: `smtp://${user}:${encodeURIComponent(login.password)}@localhost:${port}?tls=required`,
      CHAUTARI_SMTP_CA_FILE: this.certificate,
    };
  }

  private get certificate(): string {
    return join(this.folder, 'authority.pem');
  }

  private async listen(): Promise<void> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    writeFileSync(this.certificate, cert);
    const server = new SMTPServer({
      key,
      cert,
      authMethods: ['PLAIN', 'LOGIN'],
      onAuth: (auth, _session, answer) => {
        const right = auth.username === login.user && auth.password === login.password;
        if (right) answer(null, { user: login.user });
        else answer(new Error('wrong user or password'));
      },
      onRcptTo: ({ address }, _session, answer) => {
        if (!this.refused.has(address.toLowerCase())) return answer();
        answer(Object.assign(new Error('5.1.1 There is no such mailbox'), { responseCode: 550 }));
      },
      onData: (stream, session, answer) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', async () => {
          this.received.push({
            to: session.envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            secure: session.secure,
            user: String(session.user),
            mail: await PostalMime.parse(Buffer.concat(parts)),
          });
          answer();
        });
      },
    });
    this.server = server;
    // Ignores clients that disconnect early.
    server.on('error', () => {});
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
  }

  to(address: string): Received[] {
    return this.received.filter((one) => one.to.includes(address.toLowerCase()));
  }

  /** Waits for an email to an address. */
  async next(address: string, subject: RegExp): Promise<Received> {
    const found = () => this.to(address).find((one) => subject.test(one.mail.subject ?? ''));
    await expect.poll(() => found()?.mail.subject, { message: `a mail to ${address} about ${subject}` }).toBeTruthy();
    return found() as Received;
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => {
      if (this.server) this.server.close(done);
      else done();
    });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
