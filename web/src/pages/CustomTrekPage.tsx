// /custom-trek: travellers who find no suitable package describe their trek to the agency (ledger ADMIN-18, DECIDE-15).
import head from 'virtual:head/customTrek';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useBookableDays } from '../api/useConfig';
import { CustomTrekForm } from '../features/custom-trek/CustomTrekForm';
import { type CustomTrekValues, MAX_DESTINATION } from '../features/custom-trek/request';
import { useSession } from '../features/session/useSession';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { PageBand } from './PageBand';
import { PageHead } from './PageHead';

export function CustomTrekPage() {
  const [search] = useSearchParams();
  const { user } = useSession();
  const days = useBookableDays();
  const [sent, setSent] = useState<CustomTrekValues | null>(null);
  const destination = (search.get('destination') ?? '').trim().slice(0, MAX_DESTINATION);
  return (
    <>
      <PageHead {...head} />
      {sent ? (
        <Sent wish={sent} onAnother={() => setSent(null)} />
      ) : (
        <>
          <PageBand
            title="Custom trek"
            lead="Can't find your trek? Tell us where and when you'd like to go, and we'll plan it with you."
          />
          <div className="page-width grid gap-10 pt-10 pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-16">
            <CustomTrekForm key={destination} destination={destination} user={user} days={days} onSent={setSent} />
            <aside aria-label="What happens next" className="rounded-lg bg-stone p-6 lg:sticky lg:top-22 lg:self-start">
              <NextSteps />
            </aside>
          </div>
        </>
      )}
    </>
  );
}

const STEPS = [
  "We'll email you a confirmation.",
  'We check the season, permits and lodges, and email you an itinerary with altitudes and a price.',
  'Ask for any changes. Book only when you are happy with the plan.',
];

function NextSteps() {
  return (
    <>
      <h2 className="text-xl">What happens next</h2>
      <ol className="mt-4">
        {STEPS.map((step, at) => (
          <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-2 text-ink-soft">
            <span aria-hidden className="figures font-display font-semibold text-ink">
              {at + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </>
  );
}

function Sent({ wish, onAnother }: { wish: CustomTrekValues; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. Focusing the heading announces the result to screen readers.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <>
      <PageBand
        heading={heading}
        title="We've received your request"
        lead={
          <>
            {wish.destination}: we'll reply to <span className="font-medium text-ink">{wish.email}</span>.
          </>
        }
      />
      <div className="page-width pt-10 pb-16">
        <section aria-label="What happens next" className="max-w-2xl">
          <NextSteps />
        </section>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.packages}>Browse packages</ButtonLink>
          <Button variant="secondary" onClick={onAnother}>
            Request another trek
          </Button>
        </div>
      </div>
    </>
  );
}
