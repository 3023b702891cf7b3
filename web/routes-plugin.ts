// Provides the pages of contract/routes.json to the app, reduced to the fields that a browser needs: the complete list
// would add a kilobyte to every first visit.
import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type routes from '../contract/routes.json';

interface Page {
  path: string;
  /** File in src/pages, and the name of its component. */
  page: string;
  guard: string;
  /** The code of the page is cached for offline use. */
  offline?: boolean;
  head?: { title: string; description: string };
}

const LIST = new URL('../contract/routes.json', import.meta.url);

export const readPages = (): Record<keyof typeof routes, Page> => JSON.parse(readFileSync(LIST, 'utf8'));

/** The virtual modules declared in src/virtual-routes.d.ts. */
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

/** The pages grouped by guard. Each import is a literal, so that the build writes one chunk for each page. */
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
