// Manage Subscribers: who gets the newsletter, found by address, removed one by one, all as CSV (document 2 §2).
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiFailure, api, ask, tell } from '../../api/client';
import type { Subscriber, SubscriberList } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { saveFile } from '../../lib/save-file';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Pagination } from '../../ui/Pagination';
import { SearchBox } from '../../ui/SearchBox';
import { EmptyState, ErrorState, Skeleton } from '../../ui/States';
import { toast } from '../../ui/Toaster';

const ON_A_PAGE = 20;
const KEY = 'subscribers';

function subscribersQuery(search: string, page: number) {
  return queryOptions({
    queryKey: [KEY, search, page],
    queryFn: async ({ signal }): Promise<SubscriberList> => {
      const query = { page: String(page), limit: String(ON_A_PAGE), ...(search && { search }) };
      const answer = await ask(api.GET('/api/newsletter/subscribers', { params: { query }, signal }), 'silent');
      const list = answer?.data;
      if (!Array.isArray(list?.subscribers)) throw new ApiFailure(0, null);
      return { subscribers: list.subscribers, total: list.total ?? list.subscribers.length };
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

async function download() {
  const file = await ask(api.GET('/api/newsletter/subscribers/export', { parseAs: 'blob' }), {
    otherwise: 'The list could not be downloaded.',
  });
  saveFile(file, 'subscribers.csv');
}

export default function ManageSubscribers() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<Subscriber | null>(null);
  const list = useQuery(subscribersQuery(search, page));
  const csv = useMutation({ mutationFn: download });
  const pages = list.data ? Math.max(1, Math.ceil(list.data.total / ON_A_PAGE)) : page;
  // The last one of the last page was removed.
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);
  return (
    <div>
      <div className="mb-3 flex items-center gap-3">
        <SearchBox
          label="Search by address"
          value={search}
          onSearch={(words = '') => {
            setSearch(words);
            setPage(1);
          }}
        />
        <Button variant="secondary" className="px-4 text-sm" loading={csv.isPending} onClick={() => csv.mutate()}>
          {!csv.isPending && <Download aria-hidden className="size-4" />}
          Download CSV
        </Button>
      </div>
      {list.isPending ? (
        <Skeleton className="h-80 w-full" />
      ) : list.isError ? (
        <ErrorState
          title="The subscribers could not be loaded"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.data.subscribers.length === 0 ? (
        <EmptyState title={search ? 'No subscriber fits' : 'No subscribers yet'} />
      ) : (
        <Rows subscribers={list.data.subscribers} onRemove={setRemoving} />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="figures min-h-5 text-ink-soft text-sm">
          {list.data && list.data.total > 0 && plural(list.data.total, 'subscriber')}
        </p>
        <Pagination page={page} pages={pages} onPage={setPage} label="Pages of subscribers" />
      </div>
      {removing && <Remove subscriber={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function Rows({ subscribers, onRemove }: { subscribers: Subscriber[]; onRemove: (subscriber: Subscriber) => void }) {
  const timeZone = useConfig()?.timezone;
  return (
    <div className="overflow-clip rounded-sm border border-line">
      <table className="figures w-full border-collapse text-left text-sm">
        <caption className="sr-only">Subscribers</caption>
        <thead className="bg-stone text-ink-soft text-xs">
          <tr>
            {['Address', 'Since', 'Remove'].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium">
                {head === 'Remove' ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {subscribers.map((subscriber) => (
            <tr key={subscriber._id} className="hover:bg-stone/60">
              <th scope="row" className="wrap-anywhere px-3 py-1.5 font-semibold">
                {subscriber.email}
              </th>
              <td className="whitespace-nowrap px-3 py-1.5">{formatDate(subscriber.createdAt, timeZone)}</td>
              <td className="px-3 py-1.5 text-right">
                <Button size="sm" variant="dangerGhost" onClick={() => onRemove(subscriber)}>
                  Remove<span className="sr-only"> {subscriber.email}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Remove({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      ask(api.DELETE('/api/newsletter/subscribers/{id}', { params: { path: { id: subscriber._id } } }), 'silent'),
    onSuccess: () => {
      toast.success(`${subscriber.email} gets no newsletter any more.`);
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The subscriber could not be removed.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  return (
    <Dialog
      open
      size="sm"
      title="Remove this subscriber?"
      description={<span className="break-all">{subscriber.email} gets no newsletter any more.</span>}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    />
  );
}
