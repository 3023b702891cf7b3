// Asks before unsaved changes are lost: with a dialog inside the site, with the browser's own when leaving it.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

export function LeaveSettings({ hasEdits }: { hasEdits: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasEdits && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (!hasEdits) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasEdits]);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      size="sm"
      title="Leave without saving?"
      description="Your changes of the settings will be lost."
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
