// Runs before every test file: matchers, a clean page and clean browser stores.
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { Carousel } from './ui/Carousel';
import { DialogFrame } from './ui/Dialog';

// A visitor's page has these before a hand arrives; a test is quicker than any hand.
await Promise.all([DialogFrame.preload(), Carousel.preload()]);

// A loaded machine is slower than the one second that is the default: the first page of a file is read and compiled then.
configure({ asyncUtilTimeout: 30_000 });

// A toast is taken away 200 ms after it closed, by a timer that the library does not clear: where the file ended
// meanwhile, its window is gone and the run fails for an error of no test.
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

// What jsdom lacks and the parts we use ask for.
beforeEach(() => {
  // Its styles hold a toast invisible for the moment in which it slides in: a test that finds it then would fail for that.
  for (const style of document.querySelectorAll('style'))
    if (style.textContent?.includes('[data-sonner-toast]')) style.remove();
  Element.prototype.scrollIntoView = () => {};
  // Toasts are dragged away with it: without it a click on a toast is an error that no test sees.
  Element.prototype.setPointerCapture ??= () => {};
  window.scrollTo = () => {};
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
