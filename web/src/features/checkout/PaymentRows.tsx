// What to pay by hand, where, and what to state, with buttons to copy it.
import type { BankDetails } from '../../api/types';
import { CopyButton } from '../../ui/CopyButton';

/** Rows without a value are left out. */
export type Row = [label: string, value: string | undefined, copied?: string];

export function bankRows(bank: BankDetails): Row[] {
  return [
    ['Account holder', bank.accountName, bank.accountName],
    ['Account number', bank.accountNumber, bank.accountNumber],
    ['Bank', bank.bank, bank.bank],
    ['SWIFT', bank.swift, bank.swift],
    ['Reference', bank.reference, bank.reference],
    ['Note', bank.note],
  ];
}

export function PaymentRows({ rows }: { rows: Row[] }) {
  return (
    <dl className="figures divide-y divide-line">
      {rows.map(
        ([label, value, copied]) =>
          value && (
            <div key={label} className="py-1.5">
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="flex items-end justify-between gap-3 font-semibold">
                <span className="wrap-anywhere min-w-0">{value}</span>
                {copied && (
                  <span className="-mt-5 shrink-0">
                    <CopyButton text={copied} label={label} />
                  </span>
                )}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
