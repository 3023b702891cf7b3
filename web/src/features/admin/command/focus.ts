// Where the keyboard goes on after a command: at the heading of the screen that it opened, or where it was before.

/** A page that loads its data has another heading afterwards. */
const LOADING_MS = 10_000;

const headingOnScreen = () => document.querySelector<HTMLElement>('main h1');

let watching: MutationObserver | undefined;

/** Moves the focus to the heading, and to the one that takes its place while the page loads and nothing else has the focus. */
export function focusHeading() {
  let focused: HTMLElement | null = null;
  const focus = () => {
    const heading = headingOnScreen();
    if (!heading || heading === focused) return;
    // Somebody has gone on.
    const { activeElement } = document;
    if (focused && activeElement !== document.body && activeElement !== document.getElementById('main')) return stop();
    focused = heading;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focus);
  const timer = setTimeout(() => stop(), LOADING_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
    if (watching === observer) watching = undefined;
  }
  watching?.disconnect();
  watching = observer;
  focus();
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
}

/** What the focus can go back to: not what is gone, and not the page as a whole. */
export function stillThere(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isConnected && element !== document.body ? element : null;
}
