// From a fault to its field: opens the route and the day, then puts the cursor there.
import { flushSync } from 'react-dom';
import type { EditorStore } from './store';

/** The field of that path, else the nearest thing around it that has one. */
export function jumpTo(store: EditorStore, field: string) {
  const [, route, day] = /^routes\[(\d+)\](?:\.dailyActivities\[(\d+)\])?/.exec(field) ?? [];
  const open = store.form().routes[Number(route ?? -1)];
  if (open) {
    const key = open.dailyActivities[Number(day ?? -1)]?.key;
    const { days } = store.shown.get();
    // Drawn at once: what is to be focused must be there.
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
