// What stands for a section that needs a desktop while the window is narrower than one (document 2 §9).
import { type ReactNode, useSyncExternalStore } from 'react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/Button';
import { EmptyState } from '../../ui/States';
import { DEFAULT_SECTION } from './sections';

const NARROW = '(max-width: 1023.98px)';

function watch(changed: () => void) {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const isNarrow = () => window.matchMedia(NARROW).matches;

export function DesktopOnly({ label, children }: { label: string; children: ReactNode }) {
  const narrow = useSyncExternalStore(watch, isNarrow);
  if (!narrow) return children;
  return (
    <EmptyState
      title={`${label} is for desktops only`}
      message="Open it in a window that is at least 1024 pixels wide."
      action={<ButtonLink to={paths.adminSection(DEFAULT_SECTION)}>Return to Manage Treks</ButtonLink>}
    />
  );
}
