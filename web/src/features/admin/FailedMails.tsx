// Undelivered emails: recipient, error, and a button to send each one again.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, requestData, send } from '../../api/client';
import type { FailedMail } from '../../api/types';
import { failedMailListAnswer } from '../../api/validators/desk-lists';
import { describeAge } from '../../lib/dates';
import { plural } from '../../lib/text';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable } from '../../ui/DeskTable';
import { kindLabel } from './desk-labels';

const PAGE_SIZE = 10;
const KEY = 'failed-mails';
const COLUMNS: Column[] = [
  { label: 'To' },
  { label: 'Attempts', figures: true, className: 'hidden sm:table-cell' },
  { label: 'Last attempt', className: 'hidden sm:table-cell' },
  { label: 'Send again', silent: true },
];

function failedMailsQuery(page: number) {
  return queryOptions({
    queryKey: [KEY, page],
    queryFn: ({ signal }) =>
      requestData(
        api.GET('/api/mails/failed', { params: { query: { page: String(page), limit: String(PAGE_SIZE) } }, signal }),
        failedMailListAnswer,
      ),
    staleTime: 0,
  });
}

export default function FailedMails() {
  const [page, setPage] = useState(1);
  const queryClient = useQueryClient();
  const query = useQuery(failedMailsQuery(page));
  const pages = query.data ? Math.max(1, Math.ceil(query.data.total / PAGE_SIZE)) : page;
  // The last email of the last page was sent again, so that page no longer exists.
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);
  const again = useMutation({
    mutationFn: ({ _id }: FailedMail) => send(api.POST('/api/mails/{id}/resend', { params: { path: { id: _id } } })),
    onSuccess: (_, { to }) => toast.success(`Email to ${to} queued.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
  return (
    <section aria-label="Undelivered emails">
      <DeskList
        query={query}
        what="The undelivered emails"
        empty="No undelivered emails. An email is listed here after its last attempt has failed."
        isEmpty={({ total }) => total === 0}
      >
        {({ mails, total }) => (
          <>
            <Mails
              mails={mails}
              sending={again.isPending ? again.variables._id : null}
              onSend={(mail) => again.mutate(mail)}
            />
            <DeskPages
              words={plural(total, 'email')}
              label="Pages of undelivered emails"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={setPage}
            />
          </>
        )}
      </DeskList>
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
    <DeskTable label="Undelivered emails" columns={COLUMNS}>
      {mails.map((mail) => (
        <tr key={mail._id}>
          <th scope="row" className="w-full px-3 py-2 font-normal">
            <span className="wrap-anywhere block font-semibold">{mail.to}</span>
            <span className="block text-ink-soft">{kindLabel(mail.kind)}</span>
            <span className="wrap-anywhere block max-w-measure text-danger text-xs">{mail.lastError}</span>
          </th>
          <td className="hidden whitespace-nowrap px-3 py-2 text-right sm:table-cell">
            {plural(mail.tries, 'attempt')}
          </td>
          <td className="hidden whitespace-nowrap px-3 py-2 sm:table-cell">
            {describeAge(Date.parse(mail.givenUpAt))}
          </td>
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
