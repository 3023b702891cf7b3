// View Achievements: the agency's figures, of which home shows one set; each can be written, changed, shown and deleted.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../api/client';
import type { Achievement } from '../../api/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/States';
import { toast } from '../../ui/Toaster';
import { AchievementForm, LABELS } from './AchievementForm';
import { deleteAchievement, KEY, managedAchievementsQuery, onHome, showOnHome } from './calls';

export default function ViewAchievements() {
  const list = useQuery(managedAchievementsQuery);
  const [editing, setEditing] = useState<Achievement | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Achievement | null>(null);
  const queries = useQueryClient();
  const changed = () => {
    for (const key of [KEY, 'achievements']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const show = useMutation({
    mutationFn: (shown: Achievement) => showOnHome(shown, list.data ?? []),
    onSuccess: () => toast.success('Home shows these figures now.'),
    onError: (failure) => tell(failure, { otherwise: 'The figures could not be changed.' }),
    onSettled: changed,
  });
  const shown = onHome(list.data ?? []);
  return (
    <div>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-ink-soft text-sm">
          Home counts up to one set of these figures. Without one its banner stands without counters.
        </p>
        <Button variant="secondary" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          New achievement
        </Button>
      </div>
      {list.isPending ? (
        <Skeleton className="h-48 w-full" />
      ) : list.isError ? (
        <ErrorState
          title="Failed to fetch achievement data"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.data.length === 0 ? (
        <EmptyState title="No achievements yet" />
      ) : (
        <ul aria-label="Achievements" className="divide-y divide-line border-line border-y">
          {list.data.map((one, at) => (
            <li
              key={one._id}
              aria-label={`Achievement ${at + 1}`}
              className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4"
            >
              <dl className="grid grid-cols-2 gap-x-8 gap-y-2 sm:grid-cols-[repeat(4,6.5rem)]">
                {LABELS.map(([figure, label]) => (
                  <div key={figure} className="flex flex-col-reverse">
                    <dt className="text-ink-soft text-xs">{label}</dt>
                    <dd className="figures font-display font-semibold text-xl">
                      {one[figure].toLocaleString('en-US')}
                    </dd>
                  </div>
                ))}
              </dl>
              <div className="flex flex-wrap items-center gap-1">
                {one._id === shown?._id ? (
                  <Badge tone="success" className="mr-2">
                    On home
                  </Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="max-sm:-ml-3"
                    loading={show.isPending && show.variables._id === one._id}
                    disabled={show.isPending}
                    onClick={() => show.mutate(one)}
                  >
                    Show on home
                  </Button>
                )}
                <Button size="sm" variant="ghost" onClick={() => setEditing(one)}>
                  Edit
                </Button>
                <Button size="sm" variant="dangerGhost" onClick={() => setDeleting(one)}>
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <AchievementForm
          achievement={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            changed();
          }}
        />
      )}
      {deleting && (
        <DeleteAchievement
          achievement={deleting}
          isShown={deleting._id === shown?._id}
          onClose={() => setDeleting(null)}
          onDeleted={changed}
        />
      )}
    </div>
  );
}

function DeleteAchievement({
  achievement,
  isShown,
  onClose,
  onDeleted,
}: {
  achievement: Achievement;
  isShown: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useMutation({
    mutationFn: () => deleteAchievement(achievement._id),
    onSuccess: () => {
      toast.success('Achievement deleted.');
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The achievement could not be deleted.' }),
    onSettled: onDeleted,
  });
  return (
    <Dialog
      open
      size="sm"
      title="Delete this achievement?"
      description={isShown ? 'Home shows it at present.' : 'Its figures go for good.'}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
