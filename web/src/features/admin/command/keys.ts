// Keyboard shortcuts of the admin pages. Ctrl or Command with K always opens the menu. Single keys work outside text
// fields, while no dialog is open, and unless they are turned off.
import { useEffect, useRef } from 'react';
import { isApple } from '../../../lib/platform';
import type { AdminSectionId } from '../sections';
import { isRowFocused, moveRowFocus } from './rows';
import { GO_KEYS } from './shortcuts';
import { areSingleKeysOn } from './single-key-shortcuts';

/** Time that `g` waits for its second key. */
const SEQUENCE_TIMEOUT_MS = 1500;
const NON_TEXT_TYPES = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image'];

/** True for elements where a letter is text or selects from a list. */
export function acceptsText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NON_TEXT_TYPES.includes(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role=combobox], [role=textbox], [role=slider]');
}

const hasOverlay = () =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]:not([hidden])') !== null;

const clickMarked = (mark: string) => document.querySelector<HTMLElement>(`main [${mark}]`)?.click();

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
  moveRowFocus(1);
}

interface KeyActions {
  openMenu: () => void;
  openSheet: () => void;
  go: (section: AdminSectionId) => void;
}

/** Returns whether the key is a shortcut on this page. */
function handleSingleKey(key: string, { openSheet }: KeyActions): boolean {
  switch (key) {
    case '?':
      openSheet();
      return true;
    case '/':
      return searchInList();
    case 'j':
      return moveRowFocus(1);
    case 'k':
      return moveRowFocus(-1);
    case 'n':
      clickMarked('data-desk-new');
      return true;
    case 'u':
      clickMarked('data-desk-back');
      return true;
    default:
      return false;
  }
}

export function useDeskKeys(doing: KeyActions): void {
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
        if (!hasOverlay()) latest.current.openMenu();
        return;
      }
      if (key === 'Escape') leaveSearch(event);
      if (ctrlKey || metaKey || altKey || !areSingleKeysOn() || acceptsText(target) || hasOverlay()) return;
      if ((key === 'ArrowDown' || key === 'ArrowUp') && isRowFocused()) {
        event.preventDefault();
        moveRowFocus(key === 'ArrowDown' ? 1 : -1, true);
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
      } else if (!going && handleSingleKey(key, latest.current)) {
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
