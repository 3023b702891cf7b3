// Keyboard shortcuts of the admin pages. Ctrl or Command with K always opens the menu. Single keys work outside text
// fields, while no dialog is open, and unless they are turned off.
import { useEffect, useRef } from 'react';
import { isApple } from '../../../lib/platform';
import type { AdminSectionId } from '../sections';
import { isOnRow, walkRows } from './rows';
import { GO_KEYS } from './shortcuts';
import { singleKeysOn } from './single-key-shortcuts';

/** Time that `g` waits for its second key. */
const SEQUENCE_TIMEOUT_MS = 1500;
const TICKED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'];

/** True for elements where a letter is text or selects from a list. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TICKED.includes(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role=combobox], [role=textbox], [role=slider]');
}

const somethingOver = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]:not([hidden])') !== null;

const press = (mark: string) => document.querySelector<HTMLElement>(`main [${mark}]`)?.click();

function searchInList(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  box?.focus();
  box?.select();
  return box !== null;
}

/** Escape in an empty search moves the focus to the first row. */
function leaveSearch({ target }: KeyboardEvent) {
  if (!(target instanceof HTMLInputElement) || target.type !== 'search' || target.value) return;
  target.blur();
  walkRows(1);
}

interface Doing {
  openMenu: () => void;
  openSheet: () => void;
  go: (section: AdminSectionId) => void;
}

/** Returns whether the key is a shortcut on this page. */
function onSingleKey(key: string, { openSheet }: Doing): boolean {
  switch (key) {
    case '?':
      openSheet();
      return true;
    case '/':
      return searchInList();
    case 'j':
      return walkRows(1);
    case 'k':
      return walkRows(-1);
    case 'n':
      press('data-desk-new');
      return true;
    case 'u':
      press('data-desk-back');
      return true;
    default:
      return false;
  }
}

export function useDeskKeys(doing: Doing): void {
  const latest = useRef(doing);
  useEffect(() => {
    latest.current = doing;
  });
  useEffect(() => {
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (event.defaultPrevented || event.isComposing) return;
      if (
        (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
        !altKey &&
        !shiftKey &&
        key.toLowerCase() === 'k'
      ) {
        // Also prevented when a dialog is open, because the browser's own Ctrl+K would leave the page.
        event.preventDefault();
        if (!somethingOver()) latest.current.openMenu();
        return;
      }
      if (key === 'Escape') leaveSearch(event);
      if (ctrlKey || metaKey || altKey || !singleKeysOn() || takesText(target) || somethingOver()) return;
      if ((key === 'ArrowDown' || key === 'ArrowUp') && isOnRow()) {
        event.preventDefault();
        walkRows(key === 'ArrowDown' ? 1 : -1, true);
        return;
      }
      const going = event.timeStamp < goUntil;
      goUntil = 0;
      const section = going ? GO_KEYS[key] : undefined;
      if (section) {
        event.preventDefault();
        latest.current.go(section);
      } else if (key === 'g' && !going) {
        goUntil = event.timeStamp + SEQUENCE_TIMEOUT_MS;
      } else if (!going && onSingleKey(key, latest.current)) {
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
