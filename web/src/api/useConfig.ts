// What the server says about itself, with answers for the moment before it has spoken.
import { useQuery } from '@tanstack/react-query';
import { addDays, todayIn } from '../lib/dates';
import { configQuery } from './query';
import type { Config } from './types';

const ZONE = 'Asia/Kathmandu';

export function useConfig(): Config | undefined {
  return useQuery(configQuery).data;
}

/**
 * The agency's name. Before the config is there, and without a connection, the one that the server wrote into the page
 * (crates/server/src/site/page/head.html).
 */
export function useSiteName(): string {
  const config = useConfig();
  return config?.name ?? document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';
}

/** The agency's day today, and the last day that can be booked: three years ahead, less the day itself. */
export function useBookableDays(): { today: string; last: string } {
  const config = useConfig();
  const today = config?.today ?? todayIn(config?.timezone ?? ZONE);
  // Years offered: this one and the two after it (decision 36).
  const endOfYears = `${Number(today.slice(0, 4)) + 2}-12-31`;
  return { today, last: min(endOfYears, addDays(today, 3 * 365)) };
}

function min(a: string, b: string) {
  return a < b ? a : b;
}
