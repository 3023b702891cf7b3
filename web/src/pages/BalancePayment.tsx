// The payment of a balance: opens it and shows the card form.
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../api/client';
import { configQuery } from '../api/query';
import type { BalanceOpened, Config } from '../api/types';
import { openBalanceQuery, type Paid, verifyBalance } from '../features/balance/balance';
import { formatMoney } from '../features/currency/money';
import { paymentTexts } from '../features/payment/messages';
import { CardPayment } from '../features/payment/PaymentForm';
import { paths } from '../paths';
import { Button } from '../ui/Button';
import { ErrorState, Skeleton } from '../ui/States';
import { Contact } from './BalanceContact';

export function BalancePayment({ token, onPaid }: { token: string; onPaid: (result: Paid) => void }) {
  const { data: config, isError: noConfig, refetch: askConfig } = useQuery(configQuery);
  const { data: opened, error, isFetching, refetch } = useQuery(openBalanceQuery(token));
  if (error instanceof ApiFailure && error.status === 409) {
    return <Refused message={error.serverMessage} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (error || (noConfig && !config)) {
    return (
      <ErrorState
        title={paymentTexts.notInitialized}
        message="Nothing was charged."
        onRetry={() => Promise.all([refetch(), config ?? askConfig()])}
        retrying={isFetching}
      />
    );
  }
  // The card form appears only when the provider is known, so that no card is typed into the wrong form.
  if (!opened || !config) return <Skeleton className="h-96" />;
  return <Card token={token} opened={opened} config={config} onPaid={onPaid} />;
}

function Card({
  token,
  opened,
  config,
  onPaid,
}: {
  token: string;
  opened: BalanceOpened;
  config: Config;
  onPaid: (result: Paid) => void;
}) {
  const { paymentIntentId, clientSecret, amountDue, currency } = opened;
  return (
    <section aria-labelledby="balance-card">
      <h2 id="balance-card" className="mb-4 text-2xl">
        Pay by card
      </h2>
      <CardPayment
        draftKey={token}
        known={{ name: '', email: '', phone: '', address: '' }}
        amount={formatMoney(amountDue, currency)}
        note="due now"
        session={{
          paymentIntentId,
          clientSecret,
          returnPath: paths.balance(token),
          verify: () => verifyBalance(token, paymentIntentId),
        }}
        stripeKey={config.stripePublishableKey}
        onConfirmed={onPaid}
        afterPayment={<Button onClick={() => location.reload()}>Check again</Button>}
      />
    </section>
  );
}

function Refused({
  message,
  onRetry,
  isRetrying,
}: {
  message: string | undefined;
  onRetry: () => void;
  isRetrying: boolean;
}) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-sm bg-marigold-wash p-4 text-marigold-ink">
      <p className="font-semibold">{message ?? 'This booking cannot be paid by card at the moment.'}</p>
      <p>
        <Contact />
      </p>
      <Button variant="secondary" loading={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
