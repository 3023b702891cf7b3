// Third parties, such as Google, that are linked for login. Renders nothing when none is linked.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { SignIn, User } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/States';
import { MomentText } from '../../ui/Time';
import { signInsQuery, unlinkSignIn } from './account-calls';
import { Panel } from './Panel';

export function SignIns({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const { data: signIns, isPending, isFetching, refetch } = useQuery(signInsQuery);
  const unlink = useMutation({
    mutationFn: unlinkSignIn,
    onSuccess: (_, { provider }) => toast.success(`${provider} was unlinked.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: signInsQuery.queryKey }),
  });
  if (isPending || signIns?.length === 0) return null;
  return (
    <Panel
      title="Linked sign-ins"
      lead="Services that log you in here. Unlink what you don't recognise, then sign out your other devices."
    >
      {signIns ? (
        <div className="grid gap-3">
          <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
            {signIns.map((signIn: SignIn) => (
              <li key={`${signIn.issuer} ${signIn.subject}`} className="flex items-center gap-x-4 px-4 py-3.5 sm:px-5">
                <KeyRound aria-hidden className="size-6 shrink-0 text-ink-soft" strokeWidth={1.5} />
                <div className="min-w-0 flex-1">
                  <p className="break-words font-medium">{signIn.provider}</p>
                  <p className="figures text-ink-soft text-sm">
                    Linked <MomentText at={signIn.createdAt} />
                  </p>
                </div>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={!user.hasPassword || unlink.isPending}
                  loading={unlink.isPending && unlink.variables.subject === signIn.subject}
                  onClick={() => unlink.mutate(signIn)}
                  aria-label={`Unlink ${signIn.provider}`}
                >
                  Unlink
                </Button>
              </li>
            ))}
          </ul>
          {!user.hasPassword && (
            <p className="text-ink-soft text-sm">To unlink it, set a password first, so that you can still log in.</p>
          )}
        </div>
      ) : (
        <ErrorState
          title="Your linked sign-ins couldn't be loaded"
          onRetry={() => refetch()}
          retrying={isFetching}
          className="py-8"
        />
      )}
    </Panel>
  );
}
