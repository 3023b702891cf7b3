// Queue for toasts. The library that renders them is loaded after the first paint (ui/Toaster.tsx); earlier toasts
// wait for it.
import type { ReactNode } from 'react';
import type { toast as Drawn, ExternalToast } from 'sonner';

type Kind = 'message' | 'success' | 'info' | 'warning' | 'error' | 'loading';

let toaster: typeof Drawn | undefined;
const waiting: ((toasts: typeof Drawn) => void)[] = [];
let count = 0;

/** Called when the toaster is mounted. */
export function connectToaster(toasts: typeof Drawn) {
  toaster = toasts;
  for (const say of waiting.splice(0)) say(toasts);
}

function whenConnected(say: (toasts: typeof Drawn) => void) {
  if (toaster) say(toaster);
  else waiting.push(say);
}

/** Returns the toast's id, to replace or dismiss it. */
const of = (kind: Kind) => (text: ReactNode, options?: ExternalToast) => {
  const id = options?.id ?? `toast-${++count}`;
  whenConnected((toasts) => toasts[kind](text, { ...options, id }));
  return id;
};

export const toast = Object.assign(of('message'), {
  success: of('success'),
  info: of('info'),
  warning: of('warning'),
  error: of('error'),
  loading: of('loading'),
  /** Dismisses one toast, or all without an id. */
  dismiss: (id?: number | string) => whenConnected((toasts) => toasts.dismiss(id)),
});
