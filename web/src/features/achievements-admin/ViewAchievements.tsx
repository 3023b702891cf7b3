// View Achievements: every set of figures, of which the home page shows one. Each can be edited, shown and deleted.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../api/client';
import type { Achievement } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DeskList } from '../../ui/DeskList';
import { RowActions } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { AchievementForm, LABELS } from './AchievementForm';
import { achievementOnHome, deleteAchievement, type Figures, KEY, managedAchievementsQuery, showOnHome } from './calls';

export default function ViewAchievements() {
  const list = useQuery(managedAchievementsQuery);
  const [editing, setEditing] = useState<Achievement | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Achievement | null>(null);
  const queryClient = useQueryClient();
  const changed = () => {
    for (const key of [KEY, 'achievements']) void queryClient.invalidateQueries({ queryKey: [key] });
  };
  const show = useMutation({
    mutationFn: (shown: Achievement) => showOnHome(shown, list.data ?? []),
    onSuccess: () => toast.success('Shown on the home page.'),
    onError: (failure) => tell(failure, { otherwise: 'The home page could not be changed.' }),
    onSettled: changed,
  });
  const shown = achievementOnHome(list.data ?? []);
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft text-sm">
          The home page shows one of these sets of numbers. Without one, its banner has no counters.
        </p>
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          New achievement
        </Button>
      </div>
      <DeskList
        query={list}
        what="The achievements"
        failed="Failed to fetch achievement data"
        empty="No achievements yet. Add the first one with New achievement."
        isEmpty={(achievements) => achievements.length === 0}
      >
        {(achievements) => (
          <ul
            aria-label="Achievements"
            data-desk-rows
            className="divide-y divide-line rounded-sm border border-line md:grid md:grid-cols-[repeat(4,auto)_minmax(0,1fr)]"
          >
            {achievements.map((one, at) => (
              <li
                key={one._id}
                aria-label={`Achievement ${at + 1}`}
                className="px-4 py-2 transition-colors duration-75 hover:bg-stone/60 has-[[data-desk-open]:focus-visible]:bg-stone md:col-span-full md:grid md:grid-cols-subgrid md:items-center md:gap-x-6 xl:gap-x-12"
              >
                <FigureList figures={one} />
                <RowActions className="flex-wrap max-md:mt-1 max-md:-ml-3 max-md:justify-start">
                  {one._id === shown?._id ? (
                    <Badge tone="success" className="mx-3">
                      On home
                    </Badge>
                  ) : (
                    <Button
                      size="sm"
                      variant="ghost"
                      loading={show.isPending && show.variables._id === one._id}
                      disabled={show.isPending}
                      onClick={() => show.mutate(one)}
                    >
                      Show on home
                    </Button>
                  )}
                  <Button size="sm" variant="ghost" data-desk-open onClick={() => setEditing(one)}>
                    Edit
                  </Button>
                  <Button size="sm" variant="dangerGhost" data-danger onClick={() => setDeleting(one)}>
                    Delete
                  </Button>
                </RowActions>
              </li>
            ))}
          </ul>
        )}
      </DeskList>
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

function FigureList({ figures }: { figures: Figures }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 md:contents">
      {LABELS.map(([figure, label]) => (
        <div key={figure} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="text-ink-soft text-xs">{label}</dt>
          <dd className="figures wrap-anywhere font-semibold">{formatNumber(figures[figure])}</dd>
        </div>
      ))}
    </dl>
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
    <ConfirmDialog
      title="Delete this achievement?"
      description={isShown ? "It is shown on the home page. This can't be undone." : "This can't be undone."}
      agree="Delete"
      isDangerous
      isBusy={remove.isPending}
      onAgree={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
