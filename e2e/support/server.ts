// Starts the real server on a free port with its own data folder, and stops its process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const binary = resolve(process.env.CHAUTARI_BIN ?? join(import.meta.dirname, '../../target/debug/chautari'));

export const demo = {
  admin: { email: 'admin@chautari.example', password: 'mountain-admin-2026' },
  traveller: { name: 'Maya Gurung', email: 'maya@chautari.example', password: 'trail-maya-2026' },
} as const;

export class Server {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  get outbox(): string {
    return join(this.folder, 'outbox');
  }

  get log(): string {
    return readFileSync(join(this.folder, 'server.log'), 'utf8');
  }

  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const folder = settings.CHAUTARI_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'chautari-e2e-'));
    // Settings of the shell that runs the tests must not reach the server under test.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAUTARI_'));
    const child = spawn(binary, ['serve', '--demo'], {
      cwd: folder,
      env: {
        ...Object.fromEntries(inherited),
        CHAUTARI_LISTEN: '127.0.0.1:0',
        CHAUTARI_DATA_DIR: folder,
        // On a busy machine a minute may pass between an email and the entry of its code.
        CHAUTARI_OTP_TTL_SECONDS: '600',
        // All tests sign up from the same address.
        CHAUTARI_LIMIT_SIGNUPS_OF_CLIENT: 'off',
        CHAUTARI_LIMIT_CODES_OF_CLIENT: 'off',
        // No test requests map tiles from public services.
        CHAUTARI_MAP_TILES: 'off',
        CHAUTARI_LIMIT_SUBSCRIPTIONS_OF_CLIENT: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(folder, 'server.log'), { flags: 'a' });
    let errors = '';
    child.stderr?.on('data', (text: Buffer) => {
      log.write(text);
      errors += text.toString();
    });

    const url = await new Promise<string>((found, failed) => {
      let printed = '';
      child.stdout?.on('data', (text: Buffer) => {
        log.write(text);
        printed += text.toString();
        const address = /^[^\n]*?(https?:\/\/[^\s/]+)[^\n]*\n/.exec(printed)?.[1];
        if (address) found(address);
      });
      child.once('error', failed);
      // 'close' follows the last output.
      child.once('close', (code) => failed(new Error(`the server ended with ${code}:\n${errors}${printed}`)));
    });

    const server = new Server(url, folder, child);
    await server.waitUntilReady();
    return server;
  }

  /** Creates another administrator on the command line while the server runs. */
  makeAdmin(email: string, name: string, password: string): void {
    const made = spawnSync(binary, ['admin', 'create', '--email', email, '--name', name], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', CHAUTARI_DATA_DIR: this.folder },
      input: `${password}\n`,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`could not create an administrator: ${made.stderr}`);
  }

  /** Whether the server ended within ten seconds of the signal. */
  async stop({ keepFolder = false, signal = 'SIGTERM' as NodeJS.Signals } = {}): Promise<boolean> {
    const ended = new Promise<void>((done) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) done();
      else this.child.once('exit', () => done());
    });
    this.child.kill(signal);
    const inTime = await Promise.race([ended.then(() => true), pause(10_000, false, { ref: false })]);
    if (!inTime) {
      this.child.kill('SIGKILL');
      await ended;
    }
    if (!keepFolder) rmSync(this.folder, { recursive: true, force: true });
    return inTime;
  }

  private async waitUntilReady(): Promise<void> {
    for (let tries = 0; tries < 500; tries++) {
      const ready = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      await pause(100);
    }
    throw new Error(`the server at ${this.url} was not ready within a minute:\n${this.log}`);
  }
}
