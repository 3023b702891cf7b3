// Opens the browser of the picture scripts: Playwright from e2e, with the system's Chromium if installed.
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
