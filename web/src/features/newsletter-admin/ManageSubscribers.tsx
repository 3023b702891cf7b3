// Manage Subscribers: search by email address, removal, and export as CSV (document 2 §2).
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api, download, requestData, send, tell } from '../../api/client';
import type { Subscriber } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { subscriberListAnswer } from '../../api/validators/desk-lists';
import { formatDateIn } from '../../lib/dates';
import { saveFile } from '../../lib/save-file';
import { plural } from '../../lib/text';
import { toast } from '../../lib/toast';
import { useFilters } from '../../lib/useFilters';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable, RowActions } from '../../ui/DeskTable';
import { DeskToolbar } from '../../ui/DeskToolbar';
import { SearchBox } from '../../ui/SearchBox';
import { isAdmin } from '../session/roles';
import { useSession } from '../session/useSession';

const PAGE_SIZE = 20;
const KEY = 'subscribers';
const COLUMNS: Column[] = [{ label: 'Email' }, { label: 'Subscribed' }, { label: 'Remove', silent: true }];

function subscribersQuery(search: string, page: number) {
  return queryOptions({
    queryKey: [KEY, search, page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE), ...(search && { search }) };
      const call = api.GET('/api/newsletter/subscribers', { params: { query }, signal });
      return await requestData(call, subscriberListAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

async function downloadList() {
  const file = await download(api.GET('/api/newsletter/subscribers/export', { parseAs: 'blob' }), {
    otherwise: 'The list could not be downloaded.',
  });
  saveFile(file, 'subscribers.csv');
}

export default function ManageSubscribers() {
  const { of, page, set, turn } = useFilters();
  const search = of('q') ?? '';
  const [removing, setRemoving] = useState<Subscriber | null>(null);
  const list = useQuery(subscribersQuery(search, page));
  const csv = useMutation({ mutationFn: downloadList });
  const pages = list.data ? Math.max(1, Math.ceil(list.data.total / PAGE_SIZE)) : page;
  // The last subscriber of the last page was removed, so that page no longer exists.
  useEffect(() => {
    if (page > pages) turn(pages);
  }, [page, pages, turn]);
  return (
    <div>
      <DeskToolbar search={<SearchBox label="Search by email" value={search} onSearch={(q) => set({ q })} />}>
        <Button variant="secondary" className="px-4 text-sm" loading={csv.isPending} onClick={() => csv.mutate()}>
          {!csv.isPending && <Download aria-hidden className="size-4" />}
          Download CSV
        </Button>
      </DeskToolbar>
      <DeskList
        query={list}
        what="The subscribers"
        empty={
          search
            ? 'No subscribers match your search.'
            : 'No subscribers yet. The form in the footer of every page adds them.'
        }
        isEmpty={({ subscribers }) => subscribers.length === 0}
      >
        {({ subscribers, total }) => (
          <>
            <Rows subscribers={subscribers} onRemove={setRemoving} busy={list.isPlaceholderData} />
            <DeskPages
              words={plural(total, 'subscriber')}
              label="Pages of subscribers"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
      {removing && <Remove subscriber={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function Rows({
  subscribers,
  onRemove,
  busy,
}: {
  subscribers: Subscriber[];
  onRemove: (subscriber: Subscriber) => void;
  busy: boolean;
}) {
  const timeZone = useConfig()?.timezone;
  // The server refuses it for staff.
  const mayRemove = isAdmin(useSession().user);
  return (
    <DeskTable label="Subscribers" columns={COLUMNS} busy={busy}>
      {subscribers.map((subscriber) => (
        <tr key={subscriber._id}>
          <th scope="row" className="wrap-anywhere w-full px-3 py-1 font-semibold">
            {subscriber.email}
          </th>
          <td className="whitespace-nowrap px-3 py-1">{formatDateIn(subscriber.createdAt, timeZone)}</td>
          <td className="px-2 py-1">
            <RowActions>
              {mayRemove && (
                <Button size="sm" variant="dangerGhost" data-danger onClick={() => onRemove(subscriber)}>
                  Remove<span className="sr-only"> {subscriber.email}</span>
                </Button>
              )}
            </RowActions>
          </td>
        </tr>
      ))}
    </DeskTable>
  );
}

function Remove({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      send(api.DELETE('/api/newsletter/subscribers/{id}', { params: { path: { id: subscriber._id } } }), 'silent'),
    onSuccess: () => {
      toast.success(`${subscriber.email} was unsubscribed.`);
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The subscriber could not be removed.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  });
  return (
    <ConfirmDialog
      title="Remove this subscriber?"
      description={<span className="break-all">{subscriber.email} will no longer get the newsletter.</span>}
      agree="Remove"
      isDangerous
      isBusy={remove.isPending}
      onAgree={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
