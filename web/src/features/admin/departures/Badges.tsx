// The badges of a departure: guaranteed, private, and its status.
import { BadgeCheck, UserRound } from 'lucide-react';
import { Badge } from '../../../ui/States';
import type { Departure } from './departures';
import { STATUS_LABELS, toneOf } from './labels';

export function StatusBadge({ departure: { status } }: { departure: Departure }) {
  return <Badge tone={toneOf(status)}>{STATUS_LABELS[status]}</Badge>;
}

/** A private departure is always guaranteed, so that nothing is said about it. */
export function Marks({ departure: { kind, isGuaranteed, availability } }: { departure: Departure }) {
  return (
    <>
      {kind === 'private' && (
        <Badge tone="info">
          <UserRound aria-hidden className="size-3.5" />
          Private
        </Badge>
      )}
      {kind === 'group' && isGuaranteed && (
        <Badge tone="success">
          <BadgeCheck aria-hidden className="size-3.5" />
          Guaranteed
        </Badge>
      )}
      {availability === 'SOLD_OUT' && <Badge>Sold out</Badge>}
    </>
  );
}
