// Reads the emails that the server wrote to its outbox folder.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Server } from './server';

export interface Mail {
  file: string;
  subject: string;
  text: string;
  html: string;
}

/** All emails to an address, oldest first. */
export async function mailsTo(server: Server, address: string): Promise<Mail[]> {
  let names: string[];
  try {
    names = readdirSync(server.outbox).filter((name) => name.endsWith('.eml'));
  } catch {
    return []; // no email was written yet
  }
  const byAge = names
    .map((name) => ({ file: join(server.outbox, name), written: statSync(join(server.outbox, name)).mtimeMs }))
    .sort((a, b) => a.written - b.written);
  const mails: Mail[] = [];
  for (const { file } of byAge) {
    const mail = await PostalMime.parse(readFileSync(file));
    if (mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase())) {
      mails.push({ file, subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' });
    }
  }
  return mails;
}

/** Waits for an email, because a job writes it after the response. */
export async function newestMailTo(server: Server, address: string, subject: RegExp): Promise<Mail> {
  let mail: Mail | undefined;
  await expect
    .poll(
      async () => {
        mail = (await mailsTo(server, address)).findLast((one) => subject.test(one.subject));
        return mail?.subject;
      },
      { message: `a mail to ${address} about ${subject}`, timeout: 30_000 },
    )
    .toBeTruthy();
  return mail as Mail;
}

/** The newest one-time code emailed to an address that differs from `not`. */
export async function codeFor(server: Server, address: string, not?: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const codes = (await mailsTo(server, address)).map((mail) => /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0]);
        code = codes.findLast((one) => one && one !== not);
        return code;
      },
      { message: `a code mailed to ${address}`, timeout: 30_000 },
    )
    .toBeTruthy();
  return code as string;
}
