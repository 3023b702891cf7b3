// Code-split components with a preload: fetched when the page is idle, so that they are ready when a person opens them, or
// at once where they are needed before. React.lazy has no preload and suspends the page.
import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from 'react';
import { createStore, useStore } from './store';

/** A hand is quicker than an idle moment on a slow phone: no later than that. */
const IDLE_TIMEOUT_MS = 2000;

/** Runs when the page has nothing better to do; returns what takes it back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(call);
}

/** For what a page is likely to want and does not draw yet. */
export function useWhenIdle(work: () => void) {
  useEffect(() => whenIdle(work), [work]);
}

export type LazyComponent<Props> = FunctionComponent<Props & { wanted?: boolean }> & { preload: () => Promise<void> };

/**
 * Draws `Meanwhile` or nothing until it has come. `wanted` false: it may come when the page is idle. Where it cannot be fetched the next
 * one asks again; only one that is wanted breaks the page over it, as a page does that does not arrive.
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
