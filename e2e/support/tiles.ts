// A tile service over real HTTP that serves, refuses or hangs: tiles of one colour, and Google's three calls.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

type Manner = 'serve' | 'refuse' | 'fail' | 'hang';

/** The colour of all tiles of a type. */
export const tileColours = { roadmap: '#3366cc', satellite: '#225522', terrain: '#997733', hybrid: '#772277' } as const;
export type Kind = keyof typeof tileColours;

export class TileService {
  manner: Manner = 'serve';
  readonly asked: string[] = [];

  private constructor(
    readonly url: string,
    private readonly server: HttpServer,
  ) {}

  /** For CHAUTARI_MAP_TILES. */
  get setting(): string {
    return JSON.stringify(
      Object.keys(tileColours).map((kind) => ({
        kind,
        url: `${this.url}/${kind}/{z}/{x}/{y}.png`,
        attribution: `Tiles of ${kind}`,
        maxZoom: 12,
      })),
    );
  }

  static async start(): Promise<TileService> {
    let service: TileService;
    const server = createServer((request, answer) => {
      const path = request.url ?? '';
      service.asked.push(`${request.method} ${path}`);
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
      if (request.method === 'OPTIONS') answer.writeHead(204, headers).end();
      else if (service.manner === 'hang') return;
      else if (service.manner === 'refuse') answer.writeHead(403, headers).end('{"error":{"code":403}}');
      else if (service.manner === 'fail') answer.writeHead(503, headers).end();
      else if (path.startsWith('/v1/createSession'))
        answer.writeHead(200, { ...headers, 'content-type': 'application/json' }).end('{"session":"a-session"}');
      else if (path.startsWith('/tile/v1/viewport'))
        answer
          .writeHead(200, { ...headers, 'content-type': 'application/json' })
          .end('{"copyright":"Map data ©2026 Our Tests"}');
      else {
        const kind = Object.keys(tileColours).find((one) => path.startsWith(`/${one}/`)) as Kind | undefined;
        answer.writeHead(200, { ...headers, 'content-type': 'image/png' }).end(tile(tileColours[kind ?? 'roadmap']));
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    service = new TileService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return service;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** A PNG of 256 by 256 pixels in one colour. */
function tile(colour: string): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(256, 0);
  head.writeUInt32BE(256, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixel = Buffer.from(colour.slice(1), 'hex');
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: 256 }, () => pixel)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 256 }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
