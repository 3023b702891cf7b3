// What a proposal contains: days, lines, what is included. The traveller's page and the desk's preview show it.
import type { ReactNode } from 'react';
import type { Proposal } from '../../api/types';
import { formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { Days } from '../../ui/Time';
import { formatMoney } from '../currency/money';

export function ProposalBody({ proposal }: { proposal: Proposal }) {
  const { message, days, startDate, endDate, guests, validUntil, included, notIncluded } = proposal;
  return (
    <div className="grid gap-8">
      <dl className="grid divide-y divide-line border-line border-y">
        <Line label="Dates">
          <Days from={startDate} to={endDate} />
        </Line>
        <Line label="Length">{plural(days.length, 'day')}</Line>
        <Line label="Guests">{plural(guests, 'guest')}</Line>
        <Line label="Valid until">{formatDate(validUntil)}</Line>
      </dl>
      {message && <p className="wrap-anywhere max-w-measure whitespace-pre-line">{message}</p>}
      <section aria-labelledby="proposal-days">
        <h2 id="proposal-days" className="text-2xl">
          Day by day
        </h2>
        <ol className="mt-3 grid divide-y divide-line border-line border-y">
          {days.map((day, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the list
            <li key={index} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[5rem_minmax(0,1fr)]">
              <span className="figures text-ink-soft text-sm">Day {index + 1}</span>
              <div className="min-w-0">
                <p className="wrap-anywhere font-semibold">
                  {day.from && day.from !== day.to ? `${day.from} to ${day.to}` : day.to}
                </p>
                {day.description && <p className="wrap-anywhere whitespace-pre-line">{day.description}</p>}
                {day.lodging && <p className="wrap-anywhere text-ink-soft text-sm">Night: {day.lodging}</p>}
              </div>
            </li>
          ))}
        </ol>
      </section>
      <Lines proposal={proposal} />
      {(included.length > 0 || notIncluded.length > 0) && (
        <div className="grid gap-6 sm:grid-cols-2">
          <Entries title="Included" entries={included} />
          <Entries title="Not included" entries={notIncluded} />
        </div>
      )}
    </div>
  );
}

function Lines({ proposal: { lines, priceBreakdown: price } }: { proposal: Proposal }) {
  const counted = lines.filter((line) => line.counts);
  const others = lines.filter((line) => !line.counts);
  const show = (amount: number) => formatMoney(amount, price.currency);
  return (
    <section aria-labelledby="proposal-price">
      <h2 id="proposal-price" className="text-2xl">
        Price
      </h2>
      <table className="figures mt-3 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th>Item</th>
            <th>Quantity and price</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          <Rows lines={counted} show={show} />
          <tr className="border-line border-t">
            <th scope="row" colSpan={2} className="py-3 text-left font-semibold text-base">
              Total
            </th>
            <td className="whitespace-nowrap py-3 text-right font-display font-semibold text-2xl">
              {show(price.total)}
            </td>
          </tr>
        </tbody>
        {others.length > 0 && (
          <tbody className="text-ink-soft">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-4 pb-1 text-left font-semibold text-ink">
                Options and own arrangements, not in the total
              </th>
            </tr>
            <Rows lines={others} show={show} />
          </tbody>
        )}
      </table>
    </section>
  );
}

function Rows({ lines, show }: { lines: Proposal['lines']; show: (amount: number) => string }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
    <tr key={index} className="border-line border-t align-top">
      <th scope="row" className="wrap-anywhere py-2 pr-4 text-left font-normal">
        {line.text}
      </th>
      <td className="whitespace-nowrap py-2 pr-4 text-right text-ink-soft">
        {line.amount !== 0 && line.quantity > 1 && `${line.quantity} × ${show(line.unitPrice)}`}
      </td>
      <td className="whitespace-nowrap py-2 text-right">{line.amount === 0 ? '–' : show(line.amount)}</td>
    </tr>
  ));
}

function Entries({ title, entries }: { title: string; entries: string[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-2 list-disc pl-5">
        {entries.map((entry) => (
          <li key={entry} className="wrap-anywhere">
            {entry}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures min-w-0 text-right">{children}</dd>
    </div>
  );
}
