// Command menu, sheet of shortcuts and keyboard of the desk, for the pages that are part of it. Menu and sheet load when
// they are first wanted.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../paths';
import type { AdminGroup } from '../sections';
import { focusHeading, stillThere } from './focus';
import { useDeskKeys } from './keys';

const CommandMenu = lazy(() => import('./CommandMenu'));
const ShortcutSheet = lazy(() => import('./ShortcutSheet'));

export interface DeskCommands {
  openMenu: () => void;
  openSheet: () => void;
  /** To be drawn by the page. */
  overlays: ReactNode;
}

/** A command opened a screen that has not been drawn yet. Not in React: the next page has a hook of its own. */
let headingIsNext = false;

/** Opens a screen; its heading gets the focus as soon as the address is there. */
function useOpenScreen() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of address is looked at
  useEffect(() => {
    if (!headingIsNext) return;
    headingIsNext = false;
    // After the frame of all pages, which takes the focus when the page changes.
    queueMicrotask(focusHeading);
  }, [key]);
  return (to: string) => {
    // The pages of travellers have no desk commands.
    headingIsNext = to.startsWith(paths.admin) || to.startsWith(paths.editPackage(''));
    navigate(to);
  };
}

export function useDeskCommands(groups: readonly AdminGroup[]): DeskCommands {
  const [open, setOpen] = useState<'menu' | 'sheet' | null>(null);
  const openScreen = useOpenScreen();
  // What had the focus before the first of them; the sheet that the menu opens returns it there too.
  const opener = useRef<Element | null>(null);
  const show = (which: 'menu' | 'sheet') => {
    if (open === null) opener.current = document.activeElement;
    setOpen(which);
  };
  const openMenu = () => show('menu');
  const openSheet = () => show('sheet');
  const close = () => setOpen(null);
  const findOpener = () => stillThere(opener.current);
  useDeskKeys({ openMenu, openSheet, go: (section) => openScreen(paths.adminSection(section)) });
  return {
    openMenu,
    openSheet,
    overlays: (
      <Suspense fallback={null}>
        {open === 'menu' && (
          <CommandMenu
            groups={groups}
            onClose={close}
            onSheet={openSheet}
            onScreen={openScreen}
            findOpener={findOpener}
          />
        )}
        {open === 'sheet' && <ShortcutSheet groups={groups} onClose={close} findOpener={findOpener} />}
      </Suspense>
    ),
  };
}
