// Command menu, sheet of shortcuts and keyboard of the desk, for the pages that are part of it. Menu and sheet load when
// they are first wanted.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths';
import type { AdminGroup } from '../sections';
import { useDeskKeys } from './keys';

const CommandMenu = lazy(() => import('./CommandMenu'));
const ShortcutSheet = lazy(() => import('./ShortcutSheet'));

export interface DeskCommands {
  openMenu: () => void;
  openSheet: () => void;
  /** To be drawn by the page. */
  overlays: ReactNode;
}

export function useDeskCommands(groups: readonly AdminGroup[]): DeskCommands {
  const [open, setOpen] = useState<'menu' | 'sheet' | null>(null);
  const navigate = useNavigate();
  const openMenu = () => setOpen('menu');
  const openSheet = () => setOpen('sheet');
  const close = () => setOpen(null);
  useDeskKeys({
    openMenu,
    openSheet,
    go: (section) => {
      navigate(paths.adminSection(section));
      document.getElementById('main')?.focus({ preventScroll: true });
    },
  });
  return {
    openMenu,
    openSheet,
    overlays: (
      <Suspense fallback={null}>
        {open === 'menu' && <CommandMenu groups={groups} onClose={close} onSheet={openSheet} />}
        {open === 'sheet' && <ShortcutSheet groups={groups} onClose={close} />}
      </Suspense>
    ),
  };
}
