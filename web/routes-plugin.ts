// Gives the app the pages of contract/routes.json, and of each only what a browser needs: the list as a whole would cost
// every first visit a kilobyte.
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type routes from '../contract/routes.json';

interface Page {
  path: string;
  /** The file in src/pages, and the component in it. */
  page: string;
  guard: string;
  /** Its code is cached for offline use. */
  offline?: boolean;
  head?: { title: string; description: string };
}

const LIST = new URL('../contract/routes.json', import.meta.url);

export const readPages = (): Record<keyof typeof routes, Page> => JSON.parse(readFileSync(LIST, 'utf8'));

/** The virtual modules that src/virtual-routes.d.ts declares. */
const PATHS = 'virtual:paths';
const PAGES = 'virtual:pages';
const HEAD = 'virtual:head/';

export function routesPlugin(): Plugin {
  return {
    name: 'routes',
    resolveId: (id) => (id === PATHS || id === PAGES || id.startsWith(HEAD) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0virtual:')) return null;
      const write = writers.find(([prefix]) => id.startsWith(`\0${prefix}`))?.[1];
      if (!write) return null;
      this.addWatchFile(LIST.pathname);
      return `export default ${write(readPages(), id.slice(HEAD.length + 1))};`;
    },
  };
}

type Writer = (pages: Record<string, Page>, name: string) => string;

const writers: [string, Writer][] = [
  [PATHS, (pages) => JSON.stringify(Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])))],
  [PAGES, writePages],
  [HEAD, writeHead],
];

/** The pages by their guard. Their imports are spelled out, so that the build makes a file of each page. */
function writePages(pages: Record<string, Page>): string {
  const entries = Object.entries(pages);
  const lists = [...new Set(entries.map(([, { guard }]) => guard))].map((guard) => {
    const list = entries.filter(([, page]) => page.guard === guard).map(writePage);
    return `${JSON.stringify(guard)}: { ${list.join(', ')} }`;
  });
  return `{ ${lists.join(', ')} }`;
}

function writePage([name, { page }]: [string, Page]): string {
  const file = `/src/pages/${page}.tsx`;
  if (!existsSync(new URL(`.${file}`, import.meta.url)))
    throw new Error(`contract/routes.json: no ${file} for ${name}`);
  return `${name}: () => import(${JSON.stringify(file)}).then((file) => ({ Component: file.${page} }))`;
}

function writeHead(pages: Record<string, Page>, name: string): string {
  const head = pages[name]?.head;
  if (!head) throw new Error(`contract/routes.json: ${name} has no head`);
  return JSON.stringify(head);
}
