// Moves the focus to the neighbouring row when a row is removed by keyboard. The focused button disappears with its
// row, and the browser would start at the top of the page.

const ROW = 'li, [data-desk-rows] > *';

/** Position of an element in its list, to find its successor after the row was removed. */
export interface RowPosition {
  element: HTMLElement;
  list: HTMLElement;
  around: HTMLElement | null;
  row: number;
  control: number;
}

export function rowPosition(element: Element | null): RowPosition | null {
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

/** The same control of the next row, or of the last row; without rows the list itself, or its first control. */
export function findSuccessor({ list, around, row, control }: RowPosition): HTMLElement | null {
  const next = list.isConnected ? (list.children[row] ?? list.children[row - 1]) : undefined;
  const controls = next ? controlsOf(next) : [];
  const target = controls[control] ?? controls.at(-1);
  if (target) return target;
  return around?.matches('[data-list]') ? around : (around?.querySelector('input, button:not(:disabled)') ?? null);
}

/** To be called before the row is removed. */
export function focusNeighbour(pressed: HTMLElement): void {
  const place = rowPosition(pressed);
  if (!place) return;
  requestAnimationFrame(() => {
    if (isFocusLost()) findSuccessor(place)?.focus();
  });
}

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button, a[href]')];
