// Receipt beside the guest forms: trek, route, dates, guests, price lines and total.

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useBookableDays } from '../../api/useConfig';
import { lazyComponent } from '../../lib/lazy-component';
import { specialRequestsText } from '../../lib/special-requests';
import { plural } from '../../lib/text';
import { Picture } from '../../ui/Picture';
import { Days } from '../../ui/Time';
import { CurrencyToggle } from '../currency/CurrencyToggle';
import { CancellationNote } from './CancellationNote';
import { type Draft, endOf, tripPath, withPromotion } from './draft';
import { PriceLines } from './PriceLines';

const CreditRows = lazyComponent(() => import('./CreditChoice').then((file) => file.CreditRows));
const PromotionCode = lazyComponent(() => import('./PromotionCode').then((file) => file.PromotionCode));
const DueRows = lazyComponent(() => import('./PayChoice').then((file) => file.DueRows));

export function BookingSummary({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const { bookingData, details, selectedRoute } = draft;
  const [open, setOpen] = useState(false);
  const { today } = useBookableDays();
  const { pay, terms, priceBreakdown: price } = bookingData;
  const wishes = specialRequestsText(bookingData);
  return (
    <section aria-label="Your trip" className="overflow-hidden rounded-lg border border-line bg-raised">
      <Picture src={details.bannerImage} sizes="24rem" className="hidden h-36 w-full lg:block" />
      <div className="p-5 lg:p-6">
        <h2 className="text-2xl">{details.name}</h2>
        <p className="wrap-anywhere text-ink-soft">{details.location}</p>
        <dl className="mt-4 grid gap-2 text-sm">
          <Row label="Route">{selectedRoute.name}</Row>
          <Row label="Dates">
            <Days from={bookingData.startDate} to={endOf(draft)} />
          </Row>
          {bookingData.departureId && <Row label="Trip">Group departure</Row>}
          <Row label="Guests">{plural(bookingData.totalGuests, 'guest')}</Row>
          {wishes && <Row label="Special requests">{wishes}</Row>}
        </dl>
        <div className="mt-4 border-line border-t pt-2 lg:pt-4">
          {/* Phones show the total at the bottom of the screen, so the lines start collapsed. */}
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-11 w-full items-center justify-between font-medium text-sm lg:hidden"
          >
            Price breakdown
            <ChevronDown aria-hidden className={clsx('size-5 text-ink-soft', open && 'rotate-180')} />
          </button>
          <div className={clsx(!open && 'max-lg:hidden')}>
            <PriceLines price={price} guests={bookingData.totalGuests} />
          </div>
          {draft.credit ? (
            <CreditRows draft={draft} />
          ) : (
            pay &&
            terms && (
              <DueRows
                pay={pay}
                terms={terms}
                price={price}
                guests={bookingData.totalGuests}
                startDate={bookingData.startDate}
                today={today}
              />
            )
          )}
        </div>
        {!bookingData.proposal && (
          <div className="mt-3">
            <PromotionCode
              trip={{
                trekId: bookingData.trekId,
                routeId: selectedRoute._id,
                totalGuests: bookingData.totalGuests,
                departureId: bookingData.departureId,
                replaces: draft.bookingId,
              }}
              promotion={bookingData.promotion}
              onChange={({ priceBreakdown = price, promotion }) =>
                onDraft(withPromotion(draft, priceBreakdown, promotion))
              }
            />
          </div>
        )}
        <div className="mt-3 border-line border-t pt-3">
          <CancellationNote startDate={bookingData.startDate} today={today} />
        </div>
        <div className="mt-4 flex items-center justify-between gap-3 text-sm">
          <Link
            to={tripPath(draft)}
            className="inline-flex min-h-11 items-center font-medium text-glacier underline underline-offset-2"
          >
            {bookingData.proposal ? 'View proposal' : 'Edit trip'}
          </Link>
          <CurrencyToggle />
        </div>
      </div>
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}
