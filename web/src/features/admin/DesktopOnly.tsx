// Replaces a section that needs a desktop while the window is narrower (document 2 §9).
import type { ReactNode } from 'react';
import { useMedia } from '../../lib/useMedia';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/Button';
import { EmptyState } from '../../ui/States';
import { DEFAULT_SECTION } from './sections';

const NARROW = '(max-width: 1023.98px)';

export function DesktopOnly({ label, children }: { label: string; children: ReactNode }) {
  const narrow = useMedia(NARROW);
  if (!narrow) return children;
  return (
    <EmptyState
      title={`${label} is for desktops only`}
      message="Open it in a window that is at least 1024 pixels wide."
      action={<ButtonLink to={paths.adminSection(DEFAULT_SECTION)}>Return to Manage Treks</ButtonLink>}
    />
  );
}
