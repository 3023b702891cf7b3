// The ways to pay a balance: by card here, or by hand as the agency takes it.
import { useState } from 'react';
import type { BalanceOverview, WayToPay } from '../api/types';
import { useConfig } from '../api/useConfig';
import type { Paid } from '../features/balance/balance';
import { bankRows, PaymentRows, type Row } from '../features/checkout/PaymentRows';
import { WayPicker } from '../features/checkout/WayPicker';
import { balanceHint, wayLabels } from '../features/checkout/ways';
import { formatMoney } from '../features/currency/money';
import { formatRupees } from '../features/currency/npr-rate';
import { Contact } from './BalanceContact';
import { BalancePayment } from './BalancePayment';

export function BalanceWays({
  token,
  balance,
  onPaid,
}: {
  token: string;
  balance: BalanceOverview;
  onPaid: (result: Paid) => void;
}) {
  const { waysToPay } = balance;
  const [chosen, setChosen] = useState(waysToPay[0]);
  const isByCard = chosen === 'card';
  return (
    <div className="grid gap-6">
      {waysToPay.length > 1 && chosen && (
        <WayPicker ways={waysToPay.map((way) => ({ way }))} chosen={chosen} onChange={setChosen} hintOf={balanceHint} />
      )}
      {isByCard ? <BalancePayment token={token} onPaid={onPaid} /> : <ByHand balance={balance} way={chosen} />}
    </div>
  );
}

function ByHand({ balance: { booking, bankDetails }, way }: { balance: BalanceOverview; way: WayToPay | undefined }) {
  const address = useConfig()?.company.address;
  const { balance, balanceInRupees, currency, reference } = booking;
  const rows: Row[] = [
    ['Amount', formatMoney(balance, currency), String(balance)],
    ['In rupees', balanceInRupees ? formatRupees(balanceInRupees) : undefined],
  ];
  if (way === 'bank' && bankDetails) rows.push(...bankRows(bankDetails));
  if (way === 'arrival') rows.push(['Where', address], ['Bring', reference]);
  return (
    <section aria-labelledby="balance-by-hand">
      <h2 id="balance-by-hand" className="mb-4 text-2xl">
        {way ? wayLabels[way] : 'How to pay'}
      </h2>
      {way && (
        <div className="rounded-lg border border-line bg-raised p-5 sm:p-6">
          <PaymentRows rows={rows} />
        </div>
      )}
      <p className="mt-4 text-ink-soft">
        <Contact />
      </p>
    </section>
  );
}
