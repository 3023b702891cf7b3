// Writes a .br and a .gz file next to each text file of the build, so that the server need not compress responses.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = new URL('../dist/', import.meta.url).pathname;
const text = /\.(?:m?js|css|html|svg|json|txt|xml|webmanifest|ttf)$/;
const smallest = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

for (const entry of await readdir(folder, { recursive: true })) {
  const file = join(folder, entry);
  if (!text.test(file) || (await stat(file)).size < smallest) continue;
  const plain = await readFile(file);
  const small = await brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  await writeFile(`${file}.br`, small);
  await writeFile(`${file}.gz`, await zip(plain, { level: 9 }));
}
