// Keyboard navigation through the rows of an admin list. The focus moves to the link or button that opens the row, so
// Enter, focus ring and screen readers work as usual. The list has data-desk-rows, and each opener data-desk-open.

function rowsOnScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-desk-rows] > *')];
}

/** Returns whether a row was focused. */
export function moveRowFocus(step: 1 | -1, onlyFromRow = false): boolean {
  const rows = rowsOnScreen();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (at < 0 && onlyFromRow) return false;
  const row = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  if (!row) return false;
  const opener = row.querySelector<HTMLElement>('[data-desk-open]');
  // Without an opener the row itself gets the focus, and Tab continues inside it.
  if (!opener) row.tabIndex = -1;
  (opener ?? row).focus();
  return true;
}

/** True when arrow keys move between rows. Everywhere else they scroll the page. */
export function isRowFocused(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.matches('[data-desk-open], [data-desk-rows] > *');
}
