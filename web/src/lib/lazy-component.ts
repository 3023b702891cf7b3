// Code-split components with a preload: loaded when the page is idle, so that they are ready when opened, or at once
// if needed earlier. React.lazy has no preload and suspends the page.
import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from 'react';
import { createStore, useStore } from './store';

/** Milliseconds. Limits the wait for an idle period, which can be long on a slow phone. */
const IDLE_TIMEOUT_MS = 2000;

function whenIdleNow(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(call);
}

/**
 * Runs `work` when the browser is idle after the first picture. Before it, an idle browser waits for the code that the
 * page needs. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  const hasDrawn = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint') || hasDrawn()) return whenIdleNow(work);
  let cancel = () => observer.disconnect();
  const observer = new PerformanceObserver(() => {
    if (!hasDrawn()) return;
    cancel();
    cancel = whenIdleNow(work);
  });
  observer.observe({ type: 'paint', buffered: true });
  return () => cancel();
}

/** Preloads what the page will probably need later. */
export function useWhenIdle(work: () => void) {
  useEffect(() => whenIdle(work), [work]);
}

export type LazyComponent<Props> = FunctionComponent<Props & { wanted?: boolean }> & { preload: () => Promise<void> };

/**
 * Renders `Meanwhile` or nothing until the component is loaded. With `wanted={false}` it is loaded when the page is
 * idle. After a failure the next use tries again; only a wanted component throws to the error boundary.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): LazyComponent<Props> {
  const ready = createStore<ComponentType<Props> | undefined>(undefined);
  let loading: Promise<void> | undefined;
  const fetched = () => {
    loading ??= load().then(ready.set, (problem) => {
      loading = undefined;
      throw problem;
    });
    return loading;
  };
  const preload = () => fetched().catch(() => {});
  function Waiting({ wanted = true, ...props }: Props & { wanted?: boolean }) {
    const Ready = useStore(ready);
    const [problem, setProblem] = useState<unknown>();
    useEffect(() => {
      if (Ready) return;
      if (!wanted) return whenIdle(() => void preload());
      fetched().catch(setProblem);
    }, [Ready, wanted]);
    if (!Ready && wanted && problem) throw problem;
    const Drawn = Ready ?? Meanwhile;
    return Drawn ? createElement(Drawn, props as unknown as Props) : null;
  }
  return Object.assign(Waiting, { preload });
}
