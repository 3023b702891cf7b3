// The browser of the scripts that draw pictures: Playwright's of e2e, with the system's Chromium where there is one.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../e2e/package.json', import.meta.url));

export function openBrowser() {
  const { chromium } = require('@playwright/test');
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
