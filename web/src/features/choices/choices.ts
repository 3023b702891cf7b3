// The choices of a traveller whose departure was moved or cancelled, read and answered with the signed link.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, type Call, request } from '../../api/client';
import type { Departure } from '../../api/types';
import { anyResponse } from '../../api/validate';
import { formatDate } from '../../lib/dates';
import { readPath } from '../../lib/json';
import { formatMoney } from '../currency/money';

export type Option = 'accept' | 'credit' | 'refund' | 'departure';

interface Dates {
  startDate: string;
  endDate: string;
}

export interface Choices {
  kind: 'move' | 'cancel';
  trekId: string;
  trekName: string;
  reference: string;
  firstName: string;
  guests: number;
  reason: string;
  from: Dates;
  /** The new dates; null for a cancelled departure. */
  to: Dates | null;
  /** Last day to answer. */
  answerBy: string;
  whenSilent: 'accept' | 'refund';
  amountPaid: number;
  currency: string;
  creditMonths: number;
  /** Those that are possible. */
  options: Option[];
  /** Other departures with enough seats. */
  departures: Departure[];
  choice: Option | null;
  answeredAt: string | null;
}

export interface Answer {
  choice: Option;
  departureId?: string;
}

interface ChoicesClient {
  GET: (path: '/api/choices/{token}', init: object) => Call<unknown>;
  POST: (path: '/api/choices/{token}', init: object) => Call<unknown>;
}
const client = api as unknown as ChoicesClient;

/** The link is the permission, so a response is read part by part like those of the public pages. */
async function readChoices(call: Call<unknown>): Promise<Choices> {
  const choices = readPath(await request(call, anyResponse, 'silent'), 'data', 'choices');
  if (!isChoices(choices)) throw new ApiFailure(200, null);
  return choices;
}

function isChoices(value: unknown): value is Choices {
  const choices = value as Partial<Choices> | null | undefined;
  return (
    typeof choices?.trekName === 'string' &&
    typeof choices.from?.startDate === 'string' &&
    typeof choices.amountPaid === 'number' &&
    Array.isArray(choices.options) &&
    Array.isArray(choices.departures)
  );
}

export function choicesQuery(token: string) {
  return queryOptions({
    queryKey: ['choices', token],
    queryFn: ({ signal }) => readChoices(client.GET('/api/choices/{token}', { params: { path: { token } }, signal })),
    // Unless the link is wrong or over, a second try may succeed.
    retry: (count, failure) => count < 2 && failure instanceof ApiFailure && failure.worthRetrying,
  });
}

export function sendAnswer(token: string, body: Answer): Promise<Choices> {
  return readChoices(client.POST('/api/choices/{token}', { params: { path: { token } }, body }));
}

/** What follows from the answer. */
export function resultOf({ choice, to, amountPaid, currency, creditMonths }: Choices): { title: string; text: string } {
  const amount = formatMoney(amountPaid, currency);
  switch (choice) {
    case 'accept': {
      const on = to ? ` It starts on ${formatDate(to.startDate)}.` : '';
      return { title: 'Your booking moves to the new date', text: `Thank you for staying with us.${on}` };
    }
    case 'departure':
      return { title: 'Your booking moves to the departure you chose', text: 'Thank you for staying with us.' };
    case 'credit':
      return {
        title: 'Your credit is noted',
        text: `You have ${amount} for any of our treks in the next ${creditMonths} months.`,
      };
    default:
      return { title: 'Your refund is on its way', text: `We refund ${amount} the way you paid.` };
  }
}
