// Prices in the currency that the visitor chose. Rates are fetched only when a price must be converted.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiFailure, api, requestData, tell } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { exchangeRateAnswer } from '../../api/validators/exchange-rate';
import { readText, watchOtherTabs, writeText } from '../../lib/storage';
import { createEmitter, createStore, useStore } from '../../lib/store';
import { choicesFor, convert, FALLBACK_RATES, formatMoney, RATE_FAILED, type Rates } from './money';

const KEY = 'currency';
const read = () => readText('local', KEY);
const store = createStore(read(), () => watchOtherTabs(KEY, () => store.set(read())));
const currencyChosen = createEmitter<string>();

/** Called with each choice made in this tab. */
export const onCurrencyChosen = currencyChosen.subscribe;

/** Applies the visitor's choice and notifies the account preferences. */
function choose(currency: string) {
  applyCurrency(currency);
  currencyChosen.emit(currency);
}

/** Applies the currency stored in the account. */
export function applyCurrency(currency: string) {
  store.set(currency);
  writeText('local', KEY, currency);
}

async function fetchRates(signal: AbortSignal): Promise<Rates> {
  const { rates } = await requestData(api.GET('/api/exchange-rate', { signal }), exchangeRateAnswer);
  const prices = Object.values(rates);
  // A rate of 0 would make every price 0.
  if (prices.length === 0 || prices.some((rate) => rate <= 0)) throw new ApiFailure(200, null);
  return rates;
}

export interface Money {
  /** The shown currency: the choice, or the agency's currency while no rate is known. */
  shown: string;
  choices: string[];
  choose: (currency: string) => void;
  /** The amount in the shown currency. `from` is the currency of the amount. */
  convert: (amount: number, from: string) => { amount: number; currency: string };
  /** '$1,290.00', in the shown currency. */
  format: (amount: number, from: string) => string;
  /** '$1,290', without decimals that are all zero. For cards and headings. */
  short: (amount: number, from: string) => string;
}

export function useMoney(): Money {
  const kept = useConfig()?.currency ?? 'USD';
  const choice = useStore(store);
  const wanted = choice ?? kept;
  const rates = useQuery({
    queryKey: ['exchange-rate'],
    queryFn: ({ signal }) => fetchRates(signal),
    // For other agency currencies the rate decides whether the toggle has choices.
    enabled: wanted !== kept || (kept !== 'USD' && kept !== 'NPR'),
    staleTime: 60 * 60_000,
    retry: false,
  });
  useEffect(() => {
    if (rates.error && (kept === 'USD' || kept === 'NPR')) tell(rates.error, { say: RATE_FAILED });
  }, [rates.error, kept]);

  const known = rates.data ?? (rates.isError && (kept === 'USD' || kept === 'NPR') ? FALLBACK_RATES : undefined);
  const choices = choicesFor(kept, known);
  const shown = choices.includes(wanted) ? wanted : kept;

  const convertToShown = useCallback(
    (amount: number, from: string) => {
      const converted = convert(amount, from, shown, known ?? {});
      return converted === null ? { amount, currency: from } : { amount: converted, currency: shown };
    },
    [shown, known],
  );
  const format = useCallback(
    (amount: number, from: string) => {
      const one = convertToShown(amount, from);
      return formatMoney(one.amount, one.currency);
    },
    [convertToShown],
  );
  const short = useCallback(
    (amount: number, from: string) => {
      const one = convertToShown(amount, from);
      return formatMoney(one.amount, one.currency, true);
    },
    [convertToShown],
  );
  return { shown, choices, choose, convert: convertToShown, format, short };
}
