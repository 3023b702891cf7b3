// /review/:token: the customer of a booking writes a review of the trip. The link in the email is the permission, so no
// login is needed (operations §6).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { ReviewForm } from '../features/reviews/ReviewForm';
import { reviewFormQuery, type ReviewForm as Stored } from '../features/reviews/reviews';
import { daysText } from '../lib/departures';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { Contact } from './BalanceContact';
import { PageTitle } from './PageTitle';

export function ReviewPage() {
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(reviewFormQuery(token));
  return (
    <div className="page-width max-w-2xl! pt-8 pb-16">
      {data ? (
        <Writing token={token} form={data} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <PageTitle>Your review</PageTitle>
          <p role="status" className="sr-only">
            Loading your trip
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  );
}

function Writing({ token, form }: { token: string; form: Stored }) {
  const queries = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  if (isSaved || form.isPublished) {
    return <Saved form={form} isNew={isSaved} onChange={() => setSaved(false)} />;
  }
  const title = `How was ${form.trek}?`;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className="wrap-anywhere text-4xl">{title}</h1>
      <p className="figures mt-3 text-ink-soft text-lg">{daysText(form.startDate, form.endDate)}</p>
      <ReviewForm
        token={token}
        form={form}
        onSaved={(stored) => {
          queries.setQueryData(reviewFormQuery(token).queryKey, stored);
          setSaved(true);
        }}
      />
    </>
  );
}

function Saved({ form, isNew, onChange }: { form: Stored; isNew: boolean; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const title = form.isPublished ? 'Your review is published' : 'Thank you for your review';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
        {title}
      </h1>
      <p role="status" className="mt-4 text-lg">
        {form.isPublished
          ? `Thank you. It is shown on the page of ${form.trek}.`
          : 'We read it soon. Until it is published you can change it with the same link.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.package(form.trekId)}>View trek</ButtonLink>
        {!form.isPublished && (
          <Button variant="secondary" onClick={onChange}>
            Change your review
          </Button>
        )}
      </div>
    </>
  );
}

function Failed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === 404 || status === 410) {
    const isOver = status === 410;
    const title = isOver ? 'This trip cannot be reviewed' : 'This link is not valid';
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          whole
          title={title}
          message={
            <>
              {isOver
                ? 'Only trips that were booked and have ended can be reviewed.'
                : 'Check that you opened the whole link of our email.'}{' '}
              <Contact />
            </>
          }
          action={<ButtonLink to={paths.packages}>View our treks</ButtonLink>}
          className="min-h-[50vh] justify-center"
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>Your review</PageTitle>
      <ErrorState
        whole
        title="Your trip could not be loaded"
        message="Please check your connection and try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </>
  );
}
