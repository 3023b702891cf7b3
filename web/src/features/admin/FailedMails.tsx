// Mails that could not be delivered and were given up: to whom, why, and the button that sends one again.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, ask } from '../../api/client';
import type { FailedMail } from '../../api/types';
import { ageOf } from '../../lib/dates';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Pagination } from '../../ui/Pagination';
import { ErrorState, Skeleton } from '../../ui/States';
import { toast } from '../../ui/Toaster';
import { type Column, DeskTable } from './DeskTable';
import { wordsOfKind } from './desk-words';

const ON_A_PAGE = 10;
const KEY = 'failed-mails';
const COLUMNS: Column[] = [
  { label: 'To' },
  { label: 'Tries', className: 'hidden sm:table-cell' },
  { label: 'Given up', className: 'hidden sm:table-cell' },
  { label: 'Send again', silent: true },
];

function failedMailsQuery(page: number) {
  return queryOptions({
    queryKey: [KEY, page],
    queryFn: async ({ signal }) =>
      (
        await ask(
          api.GET('/api/mails/failed', { params: { query: { page: String(page), limit: String(ON_A_PAGE) } }, signal }),
          'silent',
        )
      ).data,
    staleTime: 0,
  });
}

export default function FailedMails() {
  const [page, setPage] = useState(1);
  const queries = useQueryClient();
  const { data, isPending, isFetching, refetch } = useQuery(failedMailsQuery(page));
  const pages = data ? Math.max(1, Math.ceil(data.total / ON_A_PAGE)) : page;
  // The last mail of the last page was sent again.
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);
  const again = useMutation({
    mutationFn: ({ _id }: FailedMail) => ask(api.POST('/api/mails/{id}/resend', { params: { path: { id: _id } } })),
    onSuccess: (_, { to }) => toast.success(`The mail to ${to} is on its way again.`),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  return (
    <section aria-label="Mails that failed">
      {isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : !data ? (
        <ErrorState
          title="The failed mails could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        />
      ) : data.total === 0 ? (
        <p className="rounded-sm border border-line px-4 py-10 text-center text-ink-soft">
          None. What cannot be delivered after every try is listed here.
        </p>
      ) : (
        <>
          <Mails
            mails={data.mails}
            sending={again.isPending ? again.variables._id : null}
            onSend={(mail) => again.mutate(mail)}
          />
          <Pagination page={page} pages={pages} onPage={setPage} label="Failed mails" className="mt-4" />
        </>
      )}
    </section>
  );
}

function Mails({
  mails,
  sending,
  onSend,
}: {
  mails: FailedMail[];
  sending: string | null;
  onSend: (mail: FailedMail) => void;
}) {
  return (
    <DeskTable label="Mails that failed" columns={COLUMNS}>
      {mails.map((mail) => (
        <tr key={mail._id} className="hover:bg-stone/60">
          <th scope="row" className="w-full px-3 py-2 font-normal">
            <span className="wrap-anywhere block font-semibold">{mail.to}</span>
            <span className="block text-ink-soft">{wordsOfKind(mail.kind)}</span>
            <span className="wrap-anywhere block max-w-measure text-danger text-xs">{mail.lastError}</span>
          </th>
          <td className="hidden whitespace-nowrap px-3 py-2 sm:table-cell">{plural(mail.tries, 'try', 'tries')}</td>
          <td className="hidden whitespace-nowrap px-3 py-2 sm:table-cell">{ageOf(Date.parse(mail.givenUpAt))}</td>
          <td className="px-3 py-2 text-right">
            <Button
              size="sm"
              variant="secondary"
              className="whitespace-nowrap"
              loading={sending === mail._id}
              disabled={sending !== null}
              onClick={() => onSend(mail)}
            >
              Send again<span className="sr-only"> to {mail.to}</span>
            </Button>
          </td>
        </tr>
      ))}
    </DeskTable>
  );
}
