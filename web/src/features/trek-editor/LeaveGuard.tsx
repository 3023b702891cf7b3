// Asks for confirmation before changes are lost: with a dialog inside the site, with the browser's own when leaving it.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { type Store, useStore } from '../../lib/store';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import type { EditorStore } from './store';
import type { Kept } from './useDrafting';

export function LeaveGuard({ store, free, kept }: { store: EditorStore; free: () => boolean; kept: Store<Kept> }) {
  const asks = () => (store.changed() || store.unsaved.size > 0) && !free();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      asks() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  const failed = useStore(kept, (one) => one === 'failed');
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (store.changed() && !free()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store, free]);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      size="sm"
      title="Leave without saving?"
      description={
        store.unsaved.size > 0
          ? [...store.unsaved.values(), 'This will be lost.'].join(' ')
          : failed
            ? 'This device could not keep a draft: your changes will be lost.'
            : 'Your changes are kept as a draft on this device, but nobody else sees them.'
      }
      footer={
        <>
          <Button variant="ghost" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button onClick={() => blocker.reset?.()}>Stay</Button>
        </>
      }
    />
  );
}
