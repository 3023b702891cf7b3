// Runs before every test file: matchers, an empty page and empty browser storage.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { Carousel } from './ui/Carousel';
import { DialogFrame } from './ui/Dialog';

// The browser preloads these before a visitor can click; a test clicks sooner.
await Promise.all([DialogFrame.preload(), Carousel.preload()]);

// The default of one second is too short on a busy machine: the first page of a file is loaded and compiled within it.
configure({ asyncUtilTimeout: 30_000 });

// A query that waits fails many times before it succeeds. Only the error that ends the wait contains the document: writing it
// into each took a tenth of the time of the slowest test files.
const { getElementError } = getConfig();
configure({
  getElementError: function fail(message, container) {
    const config = getConfig();
    const isRetried = '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics;
    const error = isRetried ? new Error(message ?? '') : getElementError(message, container);
    // Its stack begins at the query.
    Error.captureStackTrace(error, fail);
    return Object.assign(error, { name: 'TestingLibraryElementError' });
  },
});

// The library removes a toast 200 ms after it closed, by a timer that it never clears. If the file ends before that,
// its window is gone and the run fails with an error that belongs to no test.
const timers = new Set<ReturnType<typeof setTimeout>>();
const startTimer = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...call: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...call);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});

// Browser APIs that jsdom lacks and our components use.
beforeEach(() => {
  // Its styles make a toast invisible while it slides in, which would fail a test that finds it then.
  for (const style of document.querySelectorAll('style'))
    if (style.textContent?.includes('[data-sonner-toast]')) style.remove();
  Element.prototype.scrollIntoView = () => {};
  // Needed to drag toasts: without it a click on a toast raises an error outside of any test.
  Element.prototype.setPointerCapture ??= () => {};
  window.scrollTo = () => {};
  performance.getEntriesByName ??= () => [];
  document.elementFromPoint ??= () => null;
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media, addListener() {}, removeListener() {} }),
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the product keeps cookies this way, so the tests clear them this way
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
});
