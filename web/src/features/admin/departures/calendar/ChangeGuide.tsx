// Asks before an entry that was moved to the row of another guide gets that guide.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, request, tell } from '../../../../api/client';
import { departureUpdateAnswer } from '../../../../api/validators/desk-departures';
import { toast } from '../../../../lib/toast';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog';
import { type Departure, departureQuery, forgetDepartures } from '../departures';
import { formatDays } from '../labels';
import type { PlannedGuide, Row } from './calendar';

export function ChangeGuide({ id, from, to, onClose }: PlannedGuide & { onClose: () => void }) {
  const queries = useQueryClient();
  const { data: departure, isError } = useQuery(departureQuery(id));
  const change = useMutation({
    mutationFn: async ({ _id, version, guides }: Departure) => {
      const kept = guides.map((guide) => guide._id).filter((guide) => guide !== from._id && guide !== to._id);
      const body = { version, guideIds: to._id ? [...kept, to._id] : kept };
      const call = api.PATCH('/api/departures/{id}', { params: { path: { id: _id } }, body });
      return (await request(call, departureUpdateAnswer, 'silent')).data;
    },
    onSuccess: ({ warnings }) => {
      toast.success('The guides were saved.');
      for (const { message } of warnings) toast.warning(`${message}.`, { duration: 10_000 });
      onClose();
    },
    onError: (failure) => tell(failure, { otherwise: 'The guides could not be saved.' }),
    onSettled: () => forgetDepartures(queries),
  });
  if (isError) return <p role="alert">The departure could not be loaded, so its guide was not changed. Try again.</p>;
  if (!departure) return null;
  return (
    <ConfirmDialog
      title="Change the guide?"
      description={`${departure.trekName}, ${formatDays(departure)}: ${sentence(from, to)}`}
      agree="Change guide"
      isBusy={change.isPending}
      onAgree={() => change.mutate(departure)}
      onClose={onClose}
    />
  );
}

function sentence(from: Row, to: Row): string {
  if (!to._id) return `${from.name} no longer leads it.`;
  return from._id ? `${to.name} leads it instead of ${from.name}.` : `${to.name} leads it.`;
}
