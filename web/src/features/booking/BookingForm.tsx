// /booking, first half: the guest forms and Continue to Payment, which makes the booking (document 2 §2, §8).
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { GuestForms } from './GuestForms';
import { formFor, type GuestForm, guestForm } from './guests';
import { bookingTexts } from './messages';
import { PriceChanged } from './PriceChanged';
import { type BookingWork, useBookingRequest } from './useBookingRequest';

export function BookingForm(work: BookingWork) {
  const { draft, user } = work;
  const form = useForm<GuestForm>({
    resolver: zodResolver(guestForm),
    mode: 'onTouched',
    defaultValues: formFor(draft.bookingData.totalGuests, user.name, draft.form),
  });
  const { alerts, say, send, priceChange, closePriceChange } = useBookingRequest(work, form);

  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Guests"
        onSubmit={form.handleSubmit(
          (values) => send(values),
          () => say([bookingTexts.correctErrors]),
        )}
      >
        <GuestForms totalGuests={draft.bookingData.totalGuests} />
        {alerts.length > 0 && (
          <div role="alert" className="mt-8 rounded-sm border border-danger bg-danger-wash p-4 text-danger">
            {alerts.map((alert) => (
              <p key={alert}>{alert}</p>
            ))}
          </div>
        )}
        <Button type="submit" size="lg" loading={isSubmitting} className="mt-8 w-full sm:w-auto">
          Continue to Payment
        </Button>
        <p className="mt-3 text-ink-soft text-sm">
          Nothing is charged on this page. An unpaid booking is kept for 24 hours.
        </p>
      </form>
      <PriceChanged
        change={priceChange}
        guests={draft.bookingData.totalGuests}
        onClose={closePriceChange}
        onAccept={() => {
          const accepted = priceChange?.after;
          closePriceChange();
          void form.handleSubmit((values) => send(values, accepted))();
        }}
      />
    </FormProvider>
  );
}
