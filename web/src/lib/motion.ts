// Whether something may move: what the visitor asked for and what the browser can. What moves is short, tells where
// something went, and is never waited for.
import { useResolvedPath, useViewTransitionState } from 'react-router';

export function stillWanted(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Pages and lists pass into each other. React Router warns where it is asked for and the browser has none. */
export function pagesMove(): boolean {
  return 'startViewTransition' in document && !stillWanted();
}

/**
 * Going elsewhere while one page still passes into the next skips that passage. Its promise rejects where nobody listens,
 * neither React Router nor we, and the browser would report that as an error of the page.
 */
export function expectSkippedTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { name, message } = (event.reason ?? {}) as Partial<DOMException>;
    if (name === 'AbortError' && message?.includes('Transition was skipped')) event.preventDefault();
  });
}

const PICTURE = { viewTransitionName: 'subject-picture' };
const TITLE = { viewTransitionName: 'subject-title' };

/**
 * A card and the page that it leads to: while one passes into the other, the picture and the title of both have the same
 * names, so that they are seen to grow and to return. Only then: two of one name on a page would stop all of it.
 */
export function usePassage(to: string) {
  const { pathname } = useResolvedPath(to);
  const passing = useViewTransitionState(pathname);
  return passing ? { picture: PICTURE, title: TITLE } : {};
}

/** For the link of a card. */
export function passageLink(to: string) {
  return { to, viewTransition: pagesMove() };
}
