// Reviews: what customers wrote, to approve, reject or answer.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tell } from '../../../api/client';
import { useConfig } from '../../../api/useConfig';
import { formatDate, formatDateIn } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { toast } from '../../../lib/toast';
import { useFilters } from '../../../lib/useFilters';
import { paths } from '../../../paths';
import { Button } from '../../../ui/Button';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { Stars } from '../../../ui/Stars';
import { Segmented } from '../../../ui/Toggle';
import { ReviewText } from './ReviewText';
import { decide, KEY, PAGE_SIZE, type Review, type ReviewState, reviewsQuery } from './reviews';

const STATES: { value: ReviewState; label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'approved', label: 'Published' },
  { value: 'rejected', label: 'Rejected' },
];
const EMPTY: Record<ReviewState, string> = {
  waiting: 'No reviews are waiting. Customers are asked for one by email after their trip.',
  approved: 'No reviews are published yet.',
  rejected: 'No reviews were rejected.',
};

export default function Reviews() {
  const { of, page, set, turn } = useFilters();
  const state = STATES.find(({ value }) => value === of('state'))?.value ?? 'waiting';
  const [writing, setWriting] = useState<{ review: Review; kind: 'reject' | 'answer' } | null>(null);
  const list = useQuery(reviewsQuery(state, page));
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const approve = useMutation({
    mutationFn: (review: Review) => decide(review, { kind: 'approve' }),
    onSuccess: ({ title }) => toast.success(`“${title}” is published.`),
    onError: (failure) => tell(failure, { otherwise: 'The review could not be published.' }),
    onSettled: changed,
  });
  return (
    <section aria-label="Reviews" className="grid gap-4">
      <Segmented
        label="Reviews shown"
        value={state}
        onChange={(to) => set({ state: to === 'waiting' ? undefined : to })}
        options={STATES}
        className="justify-self-start"
      />
      <DeskList query={list} what="The reviews" empty={EMPTY[state]} isEmpty={({ total }) => total === 0}>
        {({ reviews, total }) => (
          <>
            <ul className="divide-y divide-line border-line border-y">
              {reviews.map((review) => (
                <Row
                  key={review._id}
                  review={review}
                  busy={approve.isPending && approve.variables._id === review._id}
                  onApprove={() => approve.mutate(review)}
                  onWrite={(kind) => setWriting({ review, kind })}
                />
              ))}
            </ul>
            <DeskPages
              words={plural(total, 'review')}
              label="Pages of reviews"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
      {writing && (
        <ReviewText
          kind={writing.kind}
          review={list.data?.reviews.find(({ _id }) => _id === writing.review._id) ?? writing.review}
          onClose={() => setWriting(null)}
          onStale={() => void changed()}
          onSaved={() => {
            setWriting(null);
            void changed();
          }}
        />
      )}
    </section>
  );
}

interface RowProps {
  review: Review;
  busy: boolean;
  onApprove: () => void;
  onWrite: (kind: 'reject' | 'answer') => void;
}

function Row({ review, busy, onApprove, onWrite }: RowProps) {
  const timezone = useConfig()?.timezone;
  const { state, rating, title, text, name, trek, bookingId, reference, walkedOn, reason, answer, createdAt } = review;
  const of = <span className="sr-only"> “{title}”</span>;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} />
        <h2 className="wrap-anywhere min-w-0 font-semibold text-base">{title}</h2>
      </div>
      <p className="figures text-ink-soft text-sm">
        <span className="wrap-anywhere">{name || 'Deleted account'}</span>, {trek}, walked on {formatDate(walkedOn)},{' '}
        <Link to={paths.adminBooking(bookingId)} className="text-glacier underline underline-offset-4">
          {reference}
        </Link>
        . Written on {formatDateIn(createdAt, timezone)}.
      </p>
      <p className="wrap-anywhere max-w-measure whitespace-pre-line">{text}</p>
      {reason && (
        <p className="wrap-anywhere max-w-measure text-sm">
          <span className="font-medium">Rejected:</span> {reason}
        </p>
      )}
      {answer && (
        <p className="wrap-anywhere max-w-measure whitespace-pre-line border-line-strong border-l-2 pl-3 text-sm">
          <span className="font-medium">Your answer:</span> {answer}
        </p>
      )}
      <div className="flex flex-wrap gap-x-2">
        {state !== 'approved' && (
          <Button size="sm" variant="secondary" loading={busy} onClick={onApprove}>
            Publish{of}
          </Button>
        )}
        {state !== 'rejected' && (
          <Button size="sm" variant="ghost" onClick={() => onWrite('reject')}>
            Reject{of}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => onWrite('answer')}>
          {answer ? 'Change the answer' : 'Answer'}
          {of}
        </Button>
      </div>
    </li>
  );
}
