// Browser tests: real Chromium against real servers that each worker starts for itself (support/server.ts).
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The Chromium of the system if there is one; undefined selects the one that Playwright downloaded.
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
  // After it Playwright ends the run and names the running tests. A run takes 13 to 16 minutes on two idle cores.
  globalTimeout: 2_400_000,
  // Long enough for a busy machine. A test waits only until its condition holds.
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
    // A test cannot intercept requests of a service worker. offline.spec.ts allows it.
    serviceWorkers: 'block',
    locale: 'en-US',
    // Far from Kathmandu, so that a wrong time zone conversion changes the date.
    timezoneId: 'America/Los_Angeles',
    // Traces take a fifth of the time, so they are off by default: TRACE=on make e2e ARGS='name.spec.ts'. Screenshots
    // in them would take longer than the tests.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    // Tests with the tag @phone run on a phone too.
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});
