// Focuses the field of a problem after opening its route and day.
import { flushSync } from 'react-dom';
import type { EditorStore } from './store';

/** Focuses the field with this path, otherwise the closest parent that exists. */
export function jumpTo(store: EditorStore, field: string) {
  const [, route, day] = /^routes\[(\d+)\](?:\.dailyActivities\[(\d+)\])?/.exec(field) ?? [];
  const open = store.form().routes[Number(route ?? -1)];
  if (open) {
    const key = open.dailyActivities[Number(day ?? -1)]?.key;
    const { days } = store.shown.get();
    // Rendered synchronously, because the field must exist before it can be focused.
    flushSync(() => store.shown.set({ route: open.key, days: key ? new Set([...days, key]) : days }));
  }
  for (let path = field; path !== ''; path = path.replace(/(?:\.|\[|^)[^.[]*$/, '')) {
    const element = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"]`);
    if (!element) continue;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    return;
  }
}
