// Changes a booking that waits for another way to pay to a payment by card.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookingOpened } from '../../api/types';
import { Button } from '../../ui/Button';
import { payWith, type Unpaid, unpaidQuery } from './open-payment';

export function PayByCard({ opened: { booking } }: { opened: BookingOpened }) {
  const queries = useQueryClient();
  const open = useMutation({
    mutationFn: () => payWith(booking._id, 'card'),
    onSuccess: (opened) =>
      queries.setQueryData<Unpaid>(unpaidQuery(booking._id).queryKey, (before) =>
        before?.kind === 'open' ? { ...before, opened } : before,
      ),
  });
  return (
    <div>
      <p className="mb-4 max-w-measure text-ink-soft">
        Your booking is then confirmed as soon as you pay. Until you do, it stays as it is.
      </p>
      {open.isError && (
        <p role="alert" className="mb-4 font-semibold text-danger">
          The payment could not be opened. Check your connection and try again.
        </p>
      )}
      <Button size="lg" loading={open.isPending} onClick={() => open.mutate()} className="max-lg:w-full">
        Continue with card
      </Button>
    </div>
  );
}
