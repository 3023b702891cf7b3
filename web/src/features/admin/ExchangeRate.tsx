// The rate to NPR that new bookings lock: where it comes from, how old it is, and a form if staff type it.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../api/useConfig';
import { DeskFailed } from '../../ui/DeskFailed';
import { Skeleton } from '../../ui/States';
import { rateText } from '../currency/npr-rate';
import { Block } from './Block';
import { nprRateQuery, useSetNprRate } from './npr-rate';
import { RateForm } from './RateForm';

export default function ExchangeRate() {
  const { data, isPending, isFetching, refetch } = useQuery(nprRateQuery());
  const timezone = useConfig()?.timezone;
  const set = useSetNprRate();
  if (isPending) return <Skeleton className="h-40 max-w-xl" />;
  if (!data) {
    return <DeskFailed title="The rate could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { currency, rate, source, problem } = data;
  return (
    <div className="max-w-xl">
      <Block title="Exchange rate for cash" level={2}>
        {rate && <p className="figures font-semibold">{rateText(rate, currency, timezone)}</p>}
        {problem && <p className="mt-1">{problem} New bookings lock no rate and cannot be paid in NPR.</p>}
        <p className="mt-1 text-ink-soft text-sm">
          A booking locks the rate when it is made, and keeps it: its balance in rupees does not change.
        </p>
        {source === 'typed' && (
          <div className="mt-4">
            <RateForm
              key={rate?.value}
              currency={currency}
              action="Save rate"
              value={rate?.value}
              save={{ ...set, mutate: (value) => set.mutate({ currency, value }) }}
            />
          </div>
        )}
      </Block>
    </div>
  );
}
