// Modal overlays: a centred dialog, and a sheet from an edge. Both trap the focus and restore it.
import clsx from 'clsx';
import { lazyComponent } from '../lib/lazy-component';
import type { Overlay } from './DialogFrame';

// The focus trap has 10 kB; pages with a dialog load it when idle.
export const DialogFrame = lazyComponent(() => import('./DialogFrame').then((file) => file.DialogFrame));

export function Dialog({ size = 'md', ...overlay }: Overlay & { size?: 'sm' | 'md' | 'lg' }) {
  const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' };
  return (
    <DialogFrame
      {...overlay}
      wanted={overlay.open}
      place={clsx(
        'inset-x-0 bottom-0 max-h-[92dvh] animate-slide-up rounded-t-lg',
        'sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[88dvh] sm:-translate-y-1/2 sm:animate-fade sm:rounded-lg',
        widths[size],
      )}
    />
  );
}

const edges = {
  bottom: 'inset-x-0 bottom-0 max-h-[92dvh] animate-slide-up rounded-t-lg',
  right: 'inset-y-0 right-0 w-full max-w-md animate-slide-left',
  full: 'inset-0 animate-slide-left',
};

export function Sheet({ side = 'bottom', ...overlay }: Overlay & { side?: keyof typeof edges }) {
  return <DialogFrame {...overlay} wanted={overlay.open} place={edges[side]} />;
}
