// Writes a .br file next to each text file of the build. The server embeds only these, and derives gzip and the plain file
// for clients that ask for them (crates/server/src/site/static_files.rs, which lists the same endings).
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const folder = new URL('../dist/', import.meta.url).pathname;
const text = /\.(?:m?js|css|html|svg|json|txt|webmanifest|ttf)$/;
const brotli = promisify(brotliCompress);

for (const entry of await readdir(folder, { recursive: true })) {
  const file = join(folder, entry);
  if (!text.test(file)) continue;
  const plain = await readFile(file);
  const small = await brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  await writeFile(`${file}.br`, small);
}
