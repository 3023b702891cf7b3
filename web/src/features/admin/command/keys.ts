// The keyboard of the desk. Ctrl or Command with K always opens the menu; single keys work where nobody types, nothing
// lies over the page, and they are not turned off.
import { useEffect, useRef } from 'react';
import { isApple } from '../../../lib/platform';
import type { AdminSectionId } from '../sections';
import { isOnRow, walkRows } from './rows';
import { GO_KEYS } from './shortcuts';
import { singleKeysOn } from './single-key-shortcuts';

/** So long `g` waits for its letter. */
const SEQUENCE_TIMEOUT_MS = 1500;
const TICKED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'];

/** Where a letter is text, or chooses from a list. */
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

/** An empty search is left with Escape: the first row is next. */
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

/** True when the key meant something here. */
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
        // Also where it opens nothing: the browser's own Ctrl+K would leave the page.
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
