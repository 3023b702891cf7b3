// The focus of who removes a row by keyboard: what was pressed goes with it, and the browser would begin at the top again.

/** Call before the row of a list goes: the focus then moves to the same button of the row that takes its place. */
export function focusNeighbour(pressed: HTMLElement): void {
  const row = pressed.closest('li');
  const list = row?.parentElement;
  if (!row || !list) return;
  const around = list.parentElement;
  const at = [...list.children].indexOf(row);
  const place = buttonsOf(row).indexOf(pressed);
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const next = list.children[at] ?? list.children[at - 1];
    const target = next && buttonsOf(next)[place];
    // The list is empty now: what adds to it stands beside.
    (target ?? around?.querySelector<HTMLElement>('input, button:not(:disabled)'))?.focus();
  });
}

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')];
