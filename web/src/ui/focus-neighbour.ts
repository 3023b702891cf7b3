// The focus of a person who removes a row by keyboard: the pressed button goes with its row, and the browser would start
// at the top of the page again.

const ROW = 'li, [data-desk-rows] > *';

/** Where an element is in its list, so that the one that takes its place can be found after the row has gone. */
export interface RowPlace {
  element: HTMLElement;
  list: HTMLElement;
  around: HTMLElement | null;
  row: number;
  control: number;
}

export function placeInRows(element: Element | null): RowPlace | null {
  const row = element?.closest(ROW);
  const list = row?.parentElement;
  if (!row || !list || !(element instanceof HTMLElement)) return null;
  return {
    element,
    list,
    around: row.closest<HTMLElement>('[data-list]') ?? list.parentElement,
    row: [...list.children].indexOf(row),
    control: controlsOf(row).indexOf(element),
  };
}

/** The same control of the next row, or of the row before the last one; without rows the list, or what adds to it. */
export function successorOf({ list, around, row, control }: RowPlace): HTMLElement | null {
  const next = list.isConnected ? (list.children[row] ?? list.children[row - 1]) : undefined;
  const controls = next ? controlsOf(next) : [];
  const target = controls[control] ?? controls.at(-1);
  if (target) return target;
  return around?.matches('[data-list]') ? around : (around?.querySelector('input, button:not(:disabled)') ?? null);
}

/** Call before the row of a list goes. */
export function focusNeighbour(pressed: HTMLElement): void {
  const place = placeInRows(pressed);
  if (!place) return;
  requestAnimationFrame(() => {
    if (isFocusLost()) successorOf(place)?.focus();
  });
}

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a[href]')];
