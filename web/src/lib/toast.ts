// Says something in a corner of the page. The library that draws it comes after the first paint (ui/Toaster.tsx): what is
// said before that waits for it.
import type { ReactNode } from 'react';
import type { toast as Drawn, ExternalToast } from 'sonner';

type Kind = 'message' | 'success' | 'info' | 'warning' | 'error' | 'loading';

let drawn: typeof Drawn | undefined;
const waiting: ((toasts: typeof Drawn) => void)[] = [];
let count = 0;

/** The toaster is on the page and listens. */
export function toasterIsUp(toasts: typeof Drawn) {
  drawn = toasts;
  for (const say of waiting.splice(0)) say(toasts);
}

function later(say: (toasts: typeof Drawn) => void) {
  if (drawn) say(drawn);
  else waiting.push(say);
}

/** Returns what names the toast, to replace it or take it away. */
const of = (kind: Kind) => (text: ReactNode, options?: ExternalToast) => {
  const id = options?.id ?? `toast-${++count}`;
  later((toasts) => toasts[kind](text, { ...options, id }));
  return id;
};

export const toast = Object.assign(of('message'), {
  success: of('success'),
  info: of('info'),
  warning: of('warning'),
  error: of('error'),
  loading: of('loading'),
  /** One toast, or without an id all of them. */
  dismiss: (id?: number | string) => later((toasts) => toasts.dismiss(id)),
});
