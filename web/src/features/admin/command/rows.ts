// Walking a list of the desk row by row: the focus goes to what opens the row, so that Enter, the ring and a screen
// reader need nothing more. Lists mark their rows' parent with data-desk-rows and what opens a row with data-desk-open.

function rowsOnScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-desk-rows] > *')];
}

/** Returns whether there was a row to go to. */
export function walkRows(step: 1 | -1, onlyFromRow = false): boolean {
  const rows = rowsOnScreen();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (at < 0 && onlyFromRow) return false;
  const row = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  if (!row) return false;
  const opener = row.querySelector<HTMLElement>('[data-desk-open]');
  // Nothing opens it: the row itself is read, and Tab goes on to what is in it.
  if (!opener) row.tabIndex = -1;
  (opener ?? row).focus();
  return true;
}

/** Arrows belong to the page, unless a row has the focus; inside of it they move on only from what opens it. */
export function isOnRow(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches('[data-desk-open], [data-desk-rows] > *');
}
