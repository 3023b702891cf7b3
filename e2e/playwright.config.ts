// Browser tests: real Chromium against real servers that each worker starts for itself (support/server.ts).
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The system's browser where there is one; undefined lets Playwright use the one it downloaded.
const executablePath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/files',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 120_000,
  // Beyond it Playwright ends the run and names the tests that were running. A run takes twelve minutes on two cores.
  globalTimeout: 1_800_000,
  // Long, for a machine that does something else besides: who waits for a state waits no longer than it takes.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }], ['./support/reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    actionTimeout: 30_000,
    // What goes through a service worker cannot be answered by a test; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    locale: 'en-US',
    // Far from Kathmandu: a day that goes through a time zone on its way comes out as another one.
    timezoneId: 'America/Los_Angeles',
    // A fifth of the whole time, so only where one is wanted: TRACE=on make e2e ARGS='name.spec.ts'. Without a film: that
    // costs more than the tests.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    // What is tagged runs once more on a phone.
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
