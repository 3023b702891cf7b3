// Checkout: policy and payment on the left, the trip on the right (document 2 §2, decisions §5). All amounts come from
// the booking.
import type { ReactNode } from 'react';
import type { Booking, Config, WayToPay } from '../../api/types';
import { Accordion, AccordionItem } from '../../ui/Accordion';
import { CancellationPolicy } from './CancellationPolicy';
import { PaymentTerms } from './PaymentTerms';
import { TripSummary } from './TripSummary';

export function CheckoutView({
  booking,
  config,
  way,
  payment,
  hold,
}: {
  booking: Booking;
  config: Config | undefined;
  /** The way to pay that is chosen. */
  way: WayToPay;
  payment: ReactNode;
  /** Until when the seats of a group departure are held. */
  hold?: ReactNode;
}) {
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
      <div className="min-w-0">
        {hold}
        <Accordion type="multiple" defaultValue={['payment']}>
          <AccordionItem value="policy" headLevel={2} head={<span className="text-xl">1. Cancellation Policy</span>}>
            <CancellationPolicy booking={booking} />
          </AccordionItem>
          <AccordionItem value="payment" headLevel={2} head={<span className="text-xl">2. Payment Information</span>}>
            <PaymentTerms booking={booking} config={config} way={way} />
            <div className="mt-5">{payment}</div>
          </AccordionItem>
        </Accordion>
      </div>
      <TripSummary booking={booking} />
    </div>
  );
}
