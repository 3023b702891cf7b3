// The config of the server, with defaults until it has loaded.
import { useQuery } from '@tanstack/react-query';
import { addDays, type Day, todayIn } from '../lib/dates';
import { configQuery } from './query';
import type { Config } from './types';

const ZONE = 'Asia/Kathmandu';

export function useConfig(): Config | undefined {
  return useQuery(configQuery).data;
}

/**
 * The agency's name. Until the config has loaded, and offline, the name that the server wrote into the page
 * (crates/server/src/site/page/head.html).
 */
export function useSiteName(): string {
  const config = useConfig();
  return config?.name ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}

/** The current day in the agency's time zone. */
export function useToday(): Day {
  const config = useConfig();
  return config?.today ?? todayIn(config?.timezone ?? ZONE);
}

/** The current day in the agency's time zone, and the last bookable day, at most 3 × 365 days ahead. */
export function useBookableDays(): { today: Day; last: Day } {
  const today = useToday();
  // The years offered: this year and the next two (decision 36).
  const endOfYears = `${Number(today.slice(0, 4)) + 2}-12-31`;
  return { today, last: min(endOfYears, addDays(today, 3 * 365)) };
}

function min(a: string, b: string) {
  return a < b ? a : b;
}
