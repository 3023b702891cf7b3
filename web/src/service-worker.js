// Service worker: makes visited content available offline. It is used only when the network fails, so that online
// visitors never see old pages. It caches build files and public pictures, but no response of /api. vite.config.ts
// fills in the two constants and writes it as /sw.js.
const BUILD = '__BUILD__';
const SHELL = __SHELL__;

const FILES = `files-${BUILD}`;
const PICTURES = 'pictures';
const PAGE = '/index.html';
const MAX_FILES = 160;
const MAX_PICTURES = 80;
const LOOSE = { ignoreVary: true };

self.addEventListener('install', (event) => {
  // Activates only when no page of an older build is open, because such a page may still need its files.
  event.waitUntil(caches.open(FILES).then((files) => files.addAll([PAGE, ...SHELL])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      caches
        .keys()
        .then((names) =>
          Promise.all(names.filter((name) => name !== FILES && name !== PICTURES).map((name) => caches.delete(name))),
        ),
      self.registration.navigationPreload?.enable(),
    ]),
  );
});

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'seen') event.waitUntil(keepSeen(event.data.files));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event));
  else if (isPicture(pathname)) event.respondWith(picture(event));
});

const isPicture = (pathname) => /^\/(?:pictures|uploads|site)\//.test(pathname);

/** The server's page; offline the app shell, which shows cached content and marks it as such. */
async function page(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (failure) {
    const kept = /\.[a-z]+$/.test(pathname) ? undefined : await caches.match(PAGE, LOOSE);
    if (!kept) throw failure;
    const headers = new Headers(kept.headers);
    for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
    const html = await kept.text();
    return new Response(html.replace('<html ', '<html data-line="down" '), { headers });
  }
}

/** Cache first: file names of a build contain a hash of their content. */
async function file(event) {
  const files = await caches.open(FILES);
  const kept = await files.match(event.request, LOOSE);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put(files, event.request, answer.clone(), MAX_FILES));
  return answer;
}

async function picture(event) {
  const pictures = await caches.open(PICTURES);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(put(pictures, event.request, answer.clone(), MAX_PICTURES));
    return answer;
  } catch (failure) {
    const kept = (await pictures.match(event.request, LOOSE)) ?? (await otherCopy(pictures, event.request.url));
    if (kept) return kept;
    throw failure;
  }
}

/** `/pictures/a.webp/480` and `/pictures/a.webp/960` are one picture in two widths. */
const withoutWidth = (address) => new URL(address).pathname.replace(/\/\d+$/, '');

async function otherCopy(pictures, address) {
  const wanted = withoutWidth(address);
  const copy = (await pictures.keys()).find(({ url }) => withoutWidth(url) === wanted);
  return copy && pictures.match(copy, LOOSE);
}

async function put(cache, request, answer, most) {
  await cache.put(request, answer);
  const kept = await cache.keys();
  // Deletes the oldest entries first, but never the app shell.
  const spare = kept.filter(({ url }) => ![PAGE, ...SHELL].includes(new URL(url).pathname));
  await Promise.all(spare.slice(0, Math.max(0, kept.length - most)).map((old) => cache.delete(old)));
}

async function keepSeen(names) {
  if (!Array.isArray(names)) return;
  const [files, pictures] = await Promise.all([caches.open(FILES), caches.open(PICTURES)]);
  for (const name of names) {
    const cache = name.startsWith('/assets/') ? files : isPicture(name) ? pictures : null;
    if (!cache || (await cache.match(name, LOOSE))) continue;
    const answer = await fetch(name).catch(() => null);
    if (answer?.ok) await put(cache, name, answer, cache === files ? MAX_FILES : MAX_PICTURES);
  }
}
