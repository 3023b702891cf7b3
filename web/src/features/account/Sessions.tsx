// Signed-in devices with their last use. Ends one session, or all but this one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import type { Session } from '../../api/types';
import { describeAge } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Badge, ErrorState, Skeleton } from '../../ui/States';
import { MomentText } from '../../ui/Time';
import { endOtherSessions, endSession, sessionsQuery } from './account-calls';

const PHONES = /android|iphone|ipad|ios|mobile|phone/i;

export function Sessions() {
  const queryClient = useQueryClient();
  const { data: sessions, isPending, isFetching, refetch } = useQuery(sessionsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const one = useMutation({
    mutationFn: ({ _id }: Session) => endSession(_id),
    onSuccess: (_, { device }) => toast.success(`${device} was signed out.`),
    // A session that has already ended answers 404; the list is correct after the refetch either way.
    onSettled: refresh,
  });
  const others = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => toast.success('Every other device was signed out.'),
    onSettled: refresh,
  });

  if (isPending) return <SessionsSkeleton />;
  if (!sessions) {
    return (
      <ErrorState
        title="Your devices could not be loaded"
        onRetry={() => refetch()}
        retrying={isFetching}
        className="py-8"
      />
    );
  }
  const inOrder = [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {inOrder.map((session) => (
          <li key={session._id} className="flex items-center gap-x-4 px-4 py-3.5 sm:px-5">
            <Device name={session.device} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2.5 font-medium">
                {session.device}
                {session.current && <Badge tone="success">This device</Badge>}
              </p>
              <p className="figures text-ink-soft text-sm">
                <span className="inline-block">
                  {session.current ? 'In use now' : `Last used ${describeAge(Date.parse(session.lastUsedAt))}`},&nbsp;
                </span>
                <span className="inline-block">
                  signed in <MomentText at={session.createdAt} />
                </span>
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                variant="secondary"
                loading={one.isPending && one.variables._id === session._id}
                disabled={one.isPending || others.isPending}
                onClick={() => one.mutate(session)}
                aria-label={`Sign out ${session.device}, last used ${describeAge(Date.parse(session.lastUsedAt))}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          loading={others.isPending}
          disabled={one.isPending}
          onClick={() => others.mutate()}
        >
          Sign out all other devices
        </Button>
      )}
    </div>
  );
}

function Device({ name }: { name: string }) {
  const Icon = PHONES.test(name) ? Smartphone : Laptop;
  return <Icon aria-hidden className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />;
}

function SessionsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-2">
      <p role="status" className="sr-only">
        Loading your devices
      </p>
      <Skeleton className="h-16 rounded-lg" />
      <Skeleton className="h-16 rounded-lg" />
    </div>
  );
}
