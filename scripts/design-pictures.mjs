// Draws docs/pictures: palette, type and components of /dev/ui; home, a trek, the admin pages and the command menu in
// light and dark mode on desktop and phone; posters, route map and lightbox. Run manually beside `make dev`; the
// output is committed:
//   BASE=http://localhost:5173 node scripts/design-pictures.mjs [name …]
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { openBrowser } from './browser.mjs';

const base = process.env.BASE ?? 'http://localhost:5173';
const folder = new URL('../docs/pictures/', import.meta.url);
const MAX_BYTES = 165_000;
const WIDTH = 1600;
const GAP = 16;
const wanted = process.argv.slice(2);
const admin = { email: 'admin@chautari.example', password: 'mountain-admin-2026' };

const browser = await openBrowser();

/** Waits until animations have ended and lazy content has loaded. */
async function settled(page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Images hidden at this width never load.
    const seen = [...document.images].filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight);
    await Promise.all(seen.map((one) => one.decode().catch(() => {})));
  });
}

/** Screenshot of a path: of the element `of`, or of the viewport. */
async function shot({ path, width, height, colorScheme, of, before, user }) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: width < 600 ? 2 : 1,
    colorScheme,
    baseURL: base,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (user) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');
  }
  await page.goto(path);
  await settled(page);
  await before?.(page);
  const bytes = of ? await page.locator(of).screenshot({ style: `header{position:static!important}${of}{padding:24px!important}` }) : await page.screenshot();
  await context.close();
  return bytes;
}

/** Arranges pictures in rows of equal height and writes one WebP below the size limit. */
async function sheet(name, rows) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } });
  const addresses = rows.map((row) => row.map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`));
  await page.setContent('<canvas></canvas>');
  const drawn = async (quality) =>
    page.evaluate(
      async ({ addresses, width, gap, quality }) => {
        const canvas = document.querySelector('canvas');
        const rows = [];
        for (const row of addresses) {
          const pictures = await Promise.all(
            row.map(async (src) => {
              const one = new Image();
              one.src = src;
              await one.decode();
              return one;
            }),
          );
          const broad = pictures.reduce((sum, one) => sum + one.naturalWidth / one.naturalHeight, 0);
          rows.push({ pictures, height: (width - gap * (pictures.length + 1)) / broad });
        }
        canvas.width = width;
        canvas.height = Math.round(rows.reduce((sum, { height }) => sum + height + gap, gap));
        const pen = canvas.getContext('2d');
        pen.fillStyle = '#8a8373';
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.imageSmoothingQuality = 'high';
        let y = gap;
        for (const { pictures, height } of rows) {
          let x = gap;
          for (const one of pictures) {
            const wide = (one.naturalWidth / one.naturalHeight) * height;
            pen.drawImage(one, x, y, wide, height);
            x += wide + gap;
          }
          y += height + gap;
        }
        return canvas.toDataURL('image/webp', quality).split(',')[1];
      },
      { addresses, width: WIDTH, gap: GAP, quality },
    );
  let bytes = Buffer.alloc(0);
  for (const quality of [0.86, 0.78, 0.7, 0.6, 0.5, 0.4, 0.3]) {
    bytes = Buffer.from(await drawn(quality), 'base64');
    if (bytes.length <= MAX_BYTES) break;
  }
  await page.close();
  if (bytes.length > MAX_BYTES) throw new Error(`${name} has ${bytes.length} bytes`);
  writeFileSync(new URL(`${name}.webp`, folder), bytes);
  console.log(`docs/pictures/${name}.webp ${bytes.length} bytes`);
}

const DAY_AND_NIGHT = ['light', 'dark'];

/** An element of /dev/ui in light and dark mode, side by side. */
async function part(name, of, width) {
  const row = [];
  for (const colorScheme of DAY_AND_NIGHT) {
    row.push(await shot({ path: '/dev/ui', width, height: 1400, colorScheme, of }));
  }
  await sheet(name, [row]);
}

/** A screen on desktop and phone, in light and dark mode. */
async function screen(name, path, more = {}) {
  const row = [];
  for (const colorScheme of DAY_AND_NIGHT) {
    row.push(await shot({ path, width: 1280, height: 900, colorScheme, ...more }));
    row.push(await shot({ path, width: 390, height: 844, colorScheme, ...more }));
  }
  await sheet(name, [row.slice(0, 2), row.slice(2)]);
}

/** Scrolls to content below the first screen and waits for its lazy content. */
const nearby = (heading) => async (page) => {
  await page.locator(`#${heading}`).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  if (heading === 'route-map') await page.locator('[data-map-drawn=true]').waitFor();
  await page.waitForTimeout(1500);
};

const openLightbox = async (page) => {
  await page.getByRole('button', { name: /^Open picture 2/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(1000);
};

/** Posters side by side, the route map in light and dark mode, and the lightbox. */
async function pages() {
  const trek = await firstTrek();
  const of = (path, more) => shot({ path, width: 1280, height: 900, ...more });
  const posters = { of: 'section[aria-labelledby=trending]', before: nearby('trending') };
  const way = { of: 'section[aria-labelledby=route-map]', before: nearby('route-map') };
  await sheet('pages', [
    [await of('/', { ...posters, colorScheme: 'light' }), await of(trek, { before: openLightbox, colorScheme: 'light' })],
    [await of(trek, { ...way, colorScheme: 'light' }), await of(trek, { ...way, colorScheme: 'dark' })],
  ]);
}

const TREK = '/api/treks/getall';
async function firstTrek() {
  const answer = await fetch(new URL(TREK, base));
  const { data } = await answer.json();
  const trek = data.treks.find(({ name }) => name === 'Everest Base Camp') ?? data.treks[0];
  return `/package/${trek._id}`;
}

/** Removes names in Han script, because the machine may lack fonts for them. */
const withoutHan = async (page) => {
  await page.getByRole('table').first().waitFor();
  await page.locator('[data-desk-rows] > tr, section[aria-label=Overview] li').evaluateAll((rows) => {
    for (const row of rows) if (/\p{Script=Han}/u.test(row.textContent)) row.style.display = 'none';
  });
};

const openMenu = async (page) => {
  await withoutHan(page);
  await page.keyboard.press('Control+k');
  const text = page.getByRole('combobox', { name: 'Search or go to' });
  await text.fill('maya');
  await page.getByRole('group', { name: 'Bookings' }).waitFor();
};

const PICTURES = {
  palette: () => part('palette', 'section[aria-labelledby=colours] > div > div:first-child', 1000),
  type: () => part('type', 'section[aria-labelledby=type] > div > div:first-child', 900),
  components: () => part('components', 'section[aria-labelledby=buttons]', 760),
  fields: () => part('fields', 'section[aria-labelledby=fields] > div', 900),
  home: () => screen('home', '/'),
  trek: async () => screen('trek', await firstTrek()),
  pages,
  desk: () => screen('desk', '/admin?section=all-bookings', { user: admin, before: withoutHan }),
  'command-menu': () => screen('command-menu', '/admin?section=manage-treks', { user: admin, before: openMenu }),
};
mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries(PICTURES)) {
  if (wanted.length === 0 || wanted.includes(name)) await draw();
}
await browser.close();
console.log(readdirSync(folder).join(' '));
