// The length of a trek, in the same words in search, on cards and on its page. crates/server/src/platform/format.rs has the
// same rule; both run contract/trek-summary-cases.json.
import { plural } from './text';

/** '12 days', or '9–12 days' if its routes differ; null without a visible route. */
export function lengthInDays(routes: readonly { numberOfDays: number; isVisible?: boolean }[]): string | null {
  const days = routes.filter((route) => route.isVisible !== false).map((route) => route.numberOfDays);
  if (days.length === 0) return null;
  const [shortest, longest] = [Math.min(...days), Math.max(...days)];
  return shortest === longest ? plural(longest, 'day') : `${shortest}–${plural(longest, 'day')}`;
}
