// Builds and tests the web app; in development the product's calls go to `chautari serve` on 8080.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.CHAUTARI_DEV_SERVER ?? 'http://127.0.0.1:8080';

/**
 * The theme stands before the first paint: a file of its own that the page waits for, since the content policy takes
 * no inline script, and one that is cached like the rest of the build.
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

/** The pages that are wanted without a line: their code is kept in advance. */
const KEPT_PAGES = ['HomePage', 'PackagesPage', 'PackagePage', 'BlogsPage', 'BlogPage', 'DashboardPage', 'MyBookings'];

/** /sw.js, which names the files of this very build. */
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
          if (file.type === 'chunk' && (file.isEntry || KEPT_PAGES.includes(file.name))) add(file.fileName);
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

export default defineConfig({
  plugins: [react(), tailwindcss(), themeFirst(), serviceWorker()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/pictures': server, '/uploads': server, '/healthz': server },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Fonts and pictures stay files: inlined ones are fetched with every page, wanted or not.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/' } },
    setupFiles: ['src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    // By default one core less than there are, which is one on a laptop with two.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
