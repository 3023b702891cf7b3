// Builds and tests the web app. In development, API calls are proxied to `chautari serve` on port 8080.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { readPages, routesPlugin } from './routes-plugin.ts';

const server = process.env.CHAUTARI_DEV_SERVER ?? 'http://127.0.0.1:8080';

/**
 * Applies the theme before the first paint: a separate blocking script, because the content security policy forbids
 * inline scripts, and cached like the rest of the build.
 */
function themeFirst(): Plugin {
  const source = readFileSync(new URL('src/theme-first.js', import.meta.url), 'utf8');
  const file = `assets/theme-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'theme-first',
    transformIndexHtml: (html, { server: dev }) =>
      html.replace('<!--theme-->', () => (dev ? `<script>${source}</script>` : `<script src="/${file}"></script>`)),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file, source });
    },
  };
}

/** The logo mark in the HTML that is shown until the script has loaded. */
function markFirst(): Plugin {
  const { trees, ledge } = JSON.parse(readFileSync(new URL('src/ui/mark.json', import.meta.url), 'utf8'));
  const mark =
    `<svg viewBox="0 0 32 32" aria-hidden="true" class="size-8 text-ink"><path d="${trees}" fill="currentColor" />` +
    `<path d="${ledge}" fill="var(--color-laligurans)" /></svg>`;
  return { name: 'mark-first', transformIndexHtml: (html) => html.replace('<!--mark-->', () => mark) };
}

/**
 * Preloads the fonts of nearly every page: otherwise the browser requests them only after the style sheet has loaded.
 */
function fontsFirst(): Plugin {
  return {
    name: 'fonts-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle).filter(
          (file) =>
            file.type === 'asset' &&
            file.originalFileNames.some((name) => /styles\/fonts\/(?:instrument|bricolage)[^/]*\.woff2$/.test(name)),
        );
        const links = files.map(
          ({ fileName }) => `<link rel="preload" href="/${fileName}" as="font" type="font/woff2" crossorigin />`,
        );
        return html.replace('<!--fonts-->', links.join('\n    '));
      },
    },
  };
}

/**
 * Writes pages.json: the chunks that each page needs besides the frame. The server adds preload links for them to the
 * page (crates/server/src/site/page/chunks.rs), so that the browser fetches them without waiting for the frame.
 */
function pageChunks(): Plugin {
  return {
    name: 'page-chunks',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needs = (name: string, found = new Set<string>()): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === name);
        if (!chunk || found.has(name)) return found;
        found.add(name);
        for (const imported of chunk.imports) needs(imported, found);
        return found;
      };
      const frame = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [...needs(chunk.fileName)]));
      const pages: Record<string, string[]> = {};
      for (const { facadeModuleId, fileName } of chunks) {
        const page = /\/src\/pages\/(\w+Page)\.tsx$/.exec(facadeModuleId ?? '')?.[1];
        if (page) pages[page] = [...needs(fileName)].filter((name) => !frame.has(name));
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}

/** Chunks cached in advance for offline use: pages, and the components that show their data. */
const OFFLINE_CHUNKS = [
  ...Object.values(readPages()).flatMap(({ offline, page }) => (offline ? page : [])),
  'RouteOnMap',
  'MyBookings',
  'BookingPayments',
  'RupeeBalance',
  'WaitingBooking',
  'Toaster',
  'loaders',
];

/** /sw.js with the file names of this build. */
function serviceWorker(): Plugin {
  const source = readFileSync(new URL('src/service-worker.js', import.meta.url), 'utf8');
  return {
    name: 'service-worker',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Set<string>();
        const add = (name: string) => {
          const file = bundle[name];
          if (files.has(name) || file?.type !== 'chunk') return;
          files.add(name);
          for (const imported of file.imports) add(imported);
        };
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && (file.isEntry || OFFLINE_CHUNKS.includes(file.name))) add(file.fileName);
          if (file.type === 'asset' && /(?:\.css|\/theme-[\w-]+\.js)$/.test(file.fileName)) files.add(file.fileName);
        }
        const shell = [...files].sort().map((name) => `/${name}`);
        const page = bundle['index.html'];
        const build = createHash('sha256').update(JSON.stringify(shell));
        if (page?.type === 'asset') build.update(page.source);
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: source
            .replace('__BUILD__', build.digest('base64url').slice(0, 10))
            .replace('__SHELL__', JSON.stringify(shell)),
        });
      },
    },
  };
}

const ROUTER = new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url).pathname;

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    routesPlugin(),
    tailwindcss(),
    themeFirst(),
    markFirst(),
    fontsFirst(),
    pageChunks(),
    serviceWorker(),
  ],
  resolve: {
    // The package exports its development build under every condition. The production build is silent and 2 kB smaller.
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }] : [],
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/pictures': server, '/uploads': server, '/site': server, '/healthz': server },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Fonts and pictures stay separate files: inlined ones would be fetched with every page, even if unused.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Safari before 17 and Firefox before 115 need it, and work without: they fetch those files later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // jsPDF loads them only for HTML and SVG, which no invoice contains.
      external: ['canvg', 'dompurify', 'html2canvas'],
      output: {
        codeSplitting: {
          groups: [
            // The code that every page waits for is one file: small files compress worse and queue for connections.
            { name: 'frame', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  test: {
    // A document costs each file a second, so only the files that use one get it.
    projects: [
      {
        extends: true,
        test: { name: 'rules', environment: 'node', include: ['src/**/*.test.ts'], exclude: ['src/**/*.dom.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'jsdom',
          // A new context for each file, in a process that has loaded jsdom already: half the time of a new process for each.
          pool: 'vmForks',
          environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
          setupFiles: ['src/test-setup.ts'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
        },
      },
    ],
    testTimeout: 120_000,
    // The default is one less than the number of cores, which is one worker on a laptop with two cores.
    maxWorkers: 2,
    // A context is never freed entirely: a process above this is replaced.
    vmMemoryLimit: '800MB',
    restoreMocks: true,
    unstubGlobals: true,
  },
}));
