// Promotions: codes that take a percentage or an amount off the price, how often each was used, and until when it is valid.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { tell } from '../../../api/client';
import { formatDate } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { Button } from '../../../ui/Button';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { type Column, DeskTable, RowActions } from '../../../ui/DeskTable';
import { Badge } from '../../../ui/States';
import { Segmented } from '../../../ui/Toggle';
import { formatMoney } from '../../currency/money';
import { PromotionForm } from './PromotionForm';
import { PromotionUses } from './PromotionUses';
import { KEY, PAGE_SIZE, type Promotion, type PromotionState, promotionsQuery, updatePromotion } from './promotions';

const COLUMNS: Column[] = [
  { label: 'Code' },
  { label: 'Valid', className: 'max-md:hidden' },
  { label: 'Treks', className: 'max-lg:hidden' },
  { label: 'Uses', figures: true },
  { label: 'Actions', silent: true },
];
const SHOWN = [
  { value: 'on', label: 'In use' },
  { value: 'off', label: 'Switched off' },
] as const;
type Shown = (typeof SHOWN)[number]['value'];
const EMPTY: Record<Shown, string> = {
  on: 'No promotion codes yet. Create one with New promotion.',
  off: 'No promotion code is switched off.',
};
const STATES: Record<PromotionState, string | undefined> = {
  active: undefined,
  'not-yet-valid': 'Not valid yet',
  ended: 'Ended',
  'used-up': 'Used up',
  off: 'Switched off',
};

export default function Promotions() {
  const [shown, setShown] = useState<Shown>('on');
  const [page, setPage] = useState(1);
  const [editing, setEditing] = useState<Promotion | 'new' | null>(null);
  const [reading, setReading] = useState<Promotion | null>(null);
  const list = useQuery(promotionsQuery(shown, page));
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const power = useMutation({
    mutationFn: (promotion: Promotion) => updatePromotion(promotion, { isActive: !promotion.isActive }),
    onSuccess: ({ code, isActive }) =>
      toast.success(isActive ? `${code} is in use again.` : `${code} is switched off.`),
    onError: (failure) => tell(failure, { otherwise: 'The promotion could not be changed.' }),
    onSettled: changed,
  });
  return (
    <section aria-label="Promotions" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Segmented
          label="Promotions shown"
          value={shown}
          onChange={(to) => {
            setShown(to);
            setPage(1);
          }}
          options={[...SHOWN]}
        />
        <Button variant="secondary" data-desk-new className="px-4 text-sm" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          New promotion
        </Button>
      </div>
      <DeskList query={list} what="The promotions" empty={EMPTY[shown]} isEmpty={({ total }) => total === 0}>
        {({ promotions, total }) => (
          <>
            <DeskTable label="Promotions" columns={COLUMNS}>
              {promotions.map((promotion) => (
                <Row
                  key={promotion._id}
                  promotion={promotion}
                  busy={power.isPending && power.variables._id === promotion._id}
                  onEdit={() => setEditing(promotion)}
                  onUses={() => setReading(promotion)}
                  onPower={() => power.mutate(promotion)}
                />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'promotion')}
              label="Pages of promotions"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={setPage}
            />
          </>
        )}
      </DeskList>
      {editing && (
        <PromotionForm
          promotion={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onStale={() => void changed()}
          onSaved={() => {
            setEditing(null);
            void changed();
          }}
        />
      )}
      {reading && <PromotionUses promotion={reading} onClose={() => setReading(null)} />}
    </section>
  );
}

interface RowProps {
  promotion: Promotion;
  busy: boolean;
  onEdit: () => void;
  onUses: () => void;
  onPower: () => void;
}

function Row({ promotion, busy, onEdit, onUses, onPower }: RowProps) {
  const { code, state, percent, amount, currency, uses, maxUses, trekIds, note, isActive } = promotion;
  const badge = STATES[state];
  const off = amount === undefined ? `${percent}% off` : `${formatMoney(amount, currency ?? '')} off`;
  return (
    <tr>
      <th scope="row" className="px-3 py-1.5 text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere font-semibold">{code}</span>
          {badge && <Badge>{badge}</Badge>}
        </span>
        <span className="figures block text-ink-soft text-sm">{off}</span>
        {note && <span className="wrap-anywhere block text-ink-soft text-xs">{note}</span>}
        <span className="figures block text-ink-soft text-xs md:hidden">{validity(promotion)}</span>
      </th>
      <td className="figures px-3 py-1.5 max-md:hidden">{validity(promotion)}</td>
      <td className="px-3 py-1.5 max-lg:hidden">
        {trekIds.length === 0 ? 'All treks' : plural(trekIds.length, 'trek')}
      </td>
      <td className="figures whitespace-nowrap px-3 py-1.5 text-right">
        {maxUses === null || maxUses === undefined ? uses : `${uses} of ${maxUses}`}
      </td>
      <td className="px-2 py-1">
        <RowActions className="whitespace-nowrap max-sm:flex-col max-sm:items-stretch">
          <Button size="sm" variant="ghost" data-desk-open onClick={onEdit}>
            Edit<span className="sr-only"> {code}</span>
          </Button>
          {uses > 0 && (
            <Button size="sm" variant="ghost" onClick={onUses}>
              Bookings<span className="sr-only"> with {code}</span>
            </Button>
          )}
          <Button size="sm" variant="ghost" loading={busy} onClick={onPower}>
            {isActive ? 'Switch off' : 'Switch on'}
            <span className="sr-only"> {code}</span>
          </Button>
        </RowActions>
      </td>
    </tr>
  );
}

function validity({ validFrom, validUntil }: Promotion): string {
  if (validFrom && validUntil) return `${formatDate(validFrom)} to ${formatDate(validUntil)}`;
  if (validFrom) return `From ${formatDate(validFrom)}`;
  return validUntil ? `Until ${formatDate(validUntil)}` : 'Always';
}
