// Command menu, shortcut sheet and keyboard shortcuts of the admin pages. Menu and sheet are loaded on first use.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../paths';
import { type AdminGroup, type AdminSectionId, findSection, sectionPath } from '../sections';
import { focusableElement, focusHeading } from './focus';
import { useDeskKeys } from './keys';

const CommandMenu = lazy(() => import('./CommandMenu'));
const ShortcutSheet = lazy(() => import('./ShortcutSheet'));

export interface DeskCommands {
  openMenu: () => void;
  openSheet: () => void;
  /** To be rendered by the page. */
  overlays: ReactNode;
}

/**
 * True when a command opened a screen that is not rendered yet. A module variable, because the next page has its own
 * hook.
 */
let headingIsNext = false;

/** Opens a screen and focuses its heading after the navigation. */
function useOpenScreen() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation
  useEffect(() => {
    if (!headingIsNext) return;
    headingIsNext = false;
    // Runs after the layout, which takes the focus when the page changes.
    queueMicrotask(focusHeading);
  }, [key]);
  return (to: string) => {
    // Pages for travellers have no admin commands.
    headingIsNext = to.startsWith(paths.admin) || to.startsWith(paths.editPackage(''));
    navigate(to);
  };
}

export function useDeskCommands(groups: readonly AdminGroup[]): DeskCommands {
  const [open, setOpen] = useState<'menu' | 'sheet' | null>(null);
  const openScreen = useOpenScreen();
  // The element that had the focus before the first overlay. The sheet opened from the menu returns it there too.
  const opener = useRef<Element | null>(null);
  const show = (which: 'menu' | 'sheet') => {
    if (open === null) opener.current = document.activeElement;
    setOpen(which);
  };
  const openMenu = () => show('menu');
  const openSheet = () => show('sheet');
  const close = () => setOpen(null);
  const findOpener = () => focusableElement(opener.current);
  const go = (id: AdminSectionId) => {
    const found = findSection(id, groups);
    if (found) openScreen(sectionPath(found.section));
  };
  useDeskKeys({ openMenu, openSheet, go });
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
