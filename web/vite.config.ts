// Builds and tests the web app; in development the product's calls go to `chautari serve` on 8080.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.CHAUTARI_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/pictures': server, '/healthz': server },
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
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
