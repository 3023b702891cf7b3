// Motion settings: the visitor's preference and the browser's support. Animations are short, and nothing waits for
// them.
import { useResolvedPath, useViewTransitionState } from 'react-router';

export function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

/** Whether navigations use view transitions. React Router warns if the browser does not support them. */
export function canTransition(): boolean {
  return 'startViewTransition' in document && !prefersReducedMotion();
}

/**
 * Ignores the rejection of a view transition that was skipped by another navigation. Neither React Router nor this app
 * handles it, and the browser would report it as an error.
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
 * View transition between a card and its page: picture and title of both get the same names while it runs. Only then,
 * because two elements with the same name on a page would cancel the transition.
 */
export function useCardTransition(to: string) {
  const { pathname } = useResolvedPath(to);
  const passing = useViewTransitionState(pathname);
  return passing ? { picture: PICTURE, title: TITLE } : {};
}

/** Props for the link of a card. */
export function cardLink(to: string) {
  return { to, viewTransition: canTransition() };
}
