// Focus after a command: the heading of the opened screen, or the element that had it before.

/** A page that loads data replaces its heading within this time. */
const LOADING_TIMEOUT_MS = 10_000;

const headingOnScreen = () => document.querySelector<HTMLElement>('main h1');

let activeObserver: MutationObserver | undefined;

/** Focuses the heading, and its replacement while the page loads, unless the user has moved the focus. */
export function focusHeading() {
  let focused: HTMLElement | null = null;
  const focus = () => {
    const heading = headingOnScreen();
    if (!heading || heading === focused) return;
    // Stops when the user has moved the focus.
    const { activeElement } = document;
    if (focused && activeElement !== document.body && activeElement !== document.getElementById('main')) return stop();
    focused = heading;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focus);
  const timer = setTimeout(() => stop(), LOADING_TIMEOUT_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
    if (activeObserver === observer) activeObserver = undefined;
  }
  activeObserver?.disconnect();
  activeObserver = observer;
  focus();
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
}

/** The element, if it can still take the focus: not a removed element and not the body. */
export function focusableElement(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isConnected && element !== document.body ? element : null;
}
