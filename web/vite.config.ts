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

export default defineConfig({
  plugins: [react(), tailwindcss(), themeFirst()],
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
