// Copies the link with which a balance is paid without signing in.
import clsx from 'clsx';
import { useState } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input } from '../../ui/Input';
import { useBalanceLink } from './booking-payments';

/** The link that staff send to the payer of the balance. */
export function PaymentLink({
  bookingId,
  reference,
  className,
}: {
  bookingId: string;
  /** Tells the buttons of a list apart. */
  reference?: string;
  className?: string;
}) {
  const link = useBalanceLink(bookingId);
  const [isCopied, setCopied] = useState(false);
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast.success('Payment link copied.');
    } catch {
      toast.error('The link could not be copied. Select and copy it yourself.');
    }
  };
  return (
    <div className={clsx('grid justify-items-start gap-2', className)}>
      <Button
        size="sm"
        variant="secondary"
        loading={link.isPending}
        onClick={() => link.mutate(undefined, { onSuccess: copy })}
      >
        Copy payment link{reference && <span className="sr-only"> of {reference}</span>}
      </Button>
      {link.data && !isCopied && (
        <Field label="Payment link" className="w-full">
          <Input readOnly value={link.data} onFocus={(event) => event.target.select()} />
        </Field>
      )}
    </div>
  );
}
