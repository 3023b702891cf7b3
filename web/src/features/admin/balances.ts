// What customers still have to pay: one page of the list, and the link to pay without signing in.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, requestData } from '../../api/client';
import type { components } from '../../api/schema';
import { balanceListAnswer } from '../../api/validators/balances';
import { plural } from '../../lib/format';

export type Balance = components['schemas']['Balance'];

export const BALANCES_PER_PAGE = 25;
/** The first one is shown without a state in the URL. */
export const BALANCE_STATES = ['all', 'due', 'overdue'] as const;
export type BalanceState = (typeof BALANCE_STATES)[number];

export function balancesQuery(state: BalanceState, page: number) {
  const query = {
    ...(state !== 'all' && { state }),
    page: String(page),
    limit: String(BALANCES_PER_PAGE),
  };
  return queryOptions({
    queryKey: ['balances', query],
    queryFn: ({ signal }) => requestData(api.GET('/api/balances', { params: { query }, signal }), balanceListAnswer),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** 'in 3 days', 'today', '2 days overdue' */
export function dueText(daysUntilDue: number): string {
  if (daysUntilDue < 0) return `${plural(-daysUntilDue, 'day')} overdue`;
  if (daysUntilDue === 0) return 'today';
  return daysUntilDue === 1 ? 'tomorrow' : `in ${plural(daysUntilDue, 'day')}`;
}
