// Guides: the people who lead departures, with phone and licence. They can be added, changed and taken out of service.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DeskList } from '../../ui/DeskList';
import { type Column, DeskTable, RowActions } from '../../ui/DeskTable';
import { Badge } from '../../ui/States';
import { GuideForm } from './GuideForm';
import { type Guide, guidesQuery, KEY, updateGuide } from './guides';
import { Phone } from './Phone';

const COLUMNS: Column[] = [
  { label: 'Name' },
  { label: 'Phone', className: 'max-sm:hidden' },
  { label: 'Email', className: 'max-lg:hidden' },
  { label: 'Licence', className: 'max-md:hidden' },
  { label: 'Actions', silent: true },
];

export default function ManageGuides() {
  const list = useQuery(guidesQuery);
  const [editing, setEditing] = useState<Guide | 'new' | null>(null);
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const service = useMutation({
    mutationFn: (guide: Guide) => updateGuide(guide, { isActive: !guide.isActive }),
    onSuccess: ({ name, isActive }) =>
      toast.success(isActive ? `${name} is back in service.` : `${name} is out of service.`),
    onError: (failure) => tell(failure, { otherwise: 'The guide could not be changed.' }),
    onSettled: changed,
  });
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft text-sm">
          Guides can be assigned to departures. One who is out of service keeps past departures and gets no new ones.
        </p>
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          New guide
        </Button>
      </div>
      <DeskList
        query={list}
        what="The guides"
        empty="No guides yet. Add the first one with New guide."
        isEmpty={(guides) => guides.length === 0}
      >
        {(guides) => (
          <DeskTable label="Guides" columns={COLUMNS}>
            {guides.map((guide) => (
              <Row
                key={guide._id}
                guide={guide}
                busy={service.isPending && service.variables._id === guide._id}
                onEdit={() => setEditing(guide)}
                onService={() => service.mutate(guide)}
              />
            ))}
          </DeskTable>
        )}
      </DeskList>
      {editing && (
        <GuideForm
          guide={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            void changed();
          }}
        />
      )}
    </div>
  );
}

function Row({
  guide,
  busy,
  onEdit,
  onService,
}: {
  guide: Guide;
  busy: boolean;
  onEdit: () => void;
  onService: () => void;
}) {
  return (
    <tr>
      <th scope="row" className="px-3 py-1.5 font-normal">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere font-semibold">{guide.name}</span>
          {!guide.isActive && <Badge>Out of service</Badge>}
        </span>
        <span className="block text-ink-soft text-xs sm:hidden">
          <Phone number={guide.phone} />
        </span>
        <span className="block text-ink-soft text-xs md:hidden">
          <Licence guide={guide} />
        </span>
      </th>
      <td className="whitespace-nowrap px-3 py-1.5 max-sm:hidden">
        <Phone number={guide.phone} />
      </td>
      <td className="wrap-anywhere px-3 py-1.5 max-lg:hidden">{guide.email}</td>
      <td className="px-3 py-1.5 max-md:hidden">
        <Licence guide={guide} />
      </td>
      <td className="px-2 py-1">
        <RowActions className="max-sm:flex-col max-sm:items-stretch">
          <Button size="sm" variant="ghost" data-desk-open onClick={onEdit}>
            Edit<span className="sr-only"> {guide.name}</span>
          </Button>
          <Button size="sm" variant="ghost" loading={busy} onClick={onService}>
            {guide.isActive ? 'Take out of service' : 'Back in service'}
            <span className="sr-only">: {guide.name}</span>
          </Button>
        </RowActions>
      </td>
    </tr>
  );
}

/** The number of the licence and its last day, in red once it has passed. */
function Licence({ guide: { licence, licenceUntil } }: { guide: Guide }) {
  const today = useConfig()?.today;
  if (!licence && !licenceUntil) return <span className="text-ink-soft">No licence noted</span>;
  const isOver = licenceUntil && today && licenceUntil < today;
  return (
    <>
      {licence}
      {licenceUntil && (
        <span className={isOver ? 'block text-danger' : 'block text-ink-soft'}>
          {isOver ? 'Expired on' : 'Valid until'} {formatDate(licenceUntil)}
        </span>
      )}
    </>
  );
}
