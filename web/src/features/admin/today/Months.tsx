// Guests and income by month: two charts, their table and its file.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { tell } from '../../../api/failure';
import { saveFile } from '../../../lib/save-file';
import { plural } from '../../../lib/text';
import { Button } from '../../../ui/Button';
import { DeskList } from '../../../ui/DeskList';
import { formatMoney } from '../../currency/money';
import { MonthChart } from './MonthChart';
import { fetchMonthsFile, type Month, monthName, monthsQuery } from './today';

export function Months() {
  const query = useQuery(monthsQuery);
  const file = useMutation({
    mutationFn: fetchMonthsFile,
    onSuccess: (blob) => saveFile(blob, 'months.csv'),
    onError: tell,
  });
  return (
    <section aria-labelledby="months" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="months" className="font-display font-semibold text-xl">
          Months
        </h2>
        <Button variant="secondary" loading={file.isPending} onClick={() => file.mutate()}>
          <Download aria-hidden="true" className="size-4" />
          CSV
        </Button>
      </div>
      <DeskList query={query} what="The months" empty="" isEmpty={() => false}>
        {({ months, currency }) => {
          const thisMonth = months.findLast(({ income }) => income !== undefined)?.month ?? '';
          const past = months.filter(({ income }) => income !== undefined);
          return (
            <>
              <div className="mt-3 grid grid-cols-1 gap-6 lg:grid-cols-2">
                <MonthChart
                  title="Guests by the month of their start"
                  bars={months.map(({ month, guests }) => ({ month, value: guests }))}
                  current={thisMonth}
                  format={(guests) => plural(guests, 'guest')}
                />
                <MonthChart
                  title={`Income by month, ${currency}`}
                  bars={past.map(({ month, income = 0 }) => ({ month, value: income }))}
                  current={thisMonth}
                  format={(income) => formatMoney(income, currency)}
                />
              </div>
              <MonthTable months={months} currency={currency} />
            </>
          );
        }}
      </DeskList>
    </section>
  );
}

function MonthTable({ months, currency }: { months: readonly Month[]; currency: string }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-glacier underline underline-offset-4">
        Show as a table
      </summary>
      <table className="figures mt-2 w-full max-w-xl">
        <caption className="sr-only">Guests and income by month</caption>
        <thead>
          <tr className="border-line border-b text-left text-ink-soft text-xs">
            <th scope="col" className="py-1.5 pr-3 font-semibold">
              Month
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-semibold">
              Guests
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-semibold">
              Income
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {months.map(({ month, guests, income }) => (
            <tr key={month}>
              <th scope="row" className="whitespace-nowrap py-1.5 pr-3 text-left font-normal">
                {monthName(month, 'long')}
              </th>
              <td className="px-3 py-1.5 text-right">{guests}</td>
              <td className="py-1.5 pl-3 text-right">{income === undefined ? '–' : formatMoney(income, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
