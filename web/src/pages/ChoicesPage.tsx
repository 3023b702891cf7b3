// /choices/:token: what a traveller wants after a departure was moved or cancelled (operations §2). The link in the
// email is the permission, so no login is needed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { useConfig } from '../api/useConfig';
import { ChoiceForm } from '../features/choices/ChoiceForm';
import { type Choices, choicesQuery, resultOf, sendAnswer } from '../features/choices/choices';
import { formatDate } from '../lib/dates';
import { daysText } from '../lib/departures';
import { plural } from '../lib/format';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { PageTitle } from './PageTitle';

export function ChoicesPage() {
  const { token = '' } = useParams();
  const { data: choices, error, isFetching, refetch } = useQuery(choicesQuery(token));
  return (
    <div className="page-width max-w-2xl! pt-8 pb-16">
      {choices ? (
        <Answering token={token} choices={choices} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <p role="status" className="sr-only">
            Loading your options
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  );
}

function Answering({ token, choices }: { token: string; choices: Choices }) {
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: (given: Parameters<typeof sendAnswer>[1]) => sendAnswer(token, given),
    onSuccess: (answered) => queries.setQueryData(choicesQuery(token).queryKey, answered),
  });
  if (answer.error instanceof ApiFailure && answer.error.status === 410) {
    return <Failed error={answer.error} onRetry={() => {}} isRetrying={false} />;
  }
  if (choices.choice) return <Answered choices={choices} isNew={answer.isSuccess} />;
  const isMove = choices.kind === 'move';
  const title = isMove ? 'Your departure has a new date' : 'Your departure is cancelled';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 text-lg">
        Dear {choices.firstName}, {isMove ? 'we had to move' : 'we had to cancel'} your departure. We are sorry.
      </p>
      {choices.reason && <p className="wrap-anywhere mt-2 text-ink-soft">Reason: {choices.reason}</p>}
      <dl className="mt-6 grid divide-y divide-line border-line border-y">
        <Line label="Trek">
          {choices.trekName}, {plural(choices.guests, 'guest')}
        </Line>
        <Line label="Booking">{choices.reference}</Line>
        <Line label={isMove ? 'Until now' : 'Cancelled'}>
          <s>{daysText(choices.from.startDate, choices.from.endDate)}</s>
        </Line>
        {choices.to && (
          <Line label="New date">
            <strong className="font-semibold">{daysText(choices.to.startDate, choices.to.endDate)}</strong>
          </Line>
        )}
        <Line label="Please answer by">{formatDate(choices.answerBy)}</Line>
      </dl>
      <p className="mt-3 text-ink-soft">
        {choices.whenSilent === 'accept'
          ? "If we don't hear from you by then, your booking moves to the new date."
          : "If we don't hear from you by then, we refund everything you paid."}
      </p>
      <ChoiceForm
        choices={choices}
        isBusy={answer.isPending}
        problem={answer.error ? problemOf(answer.error) : undefined}
        onAnswer={(given) => answer.mutate(given)}
      />
    </>
  );
}

function problemOf(error: unknown): string {
  const said = error instanceof ApiFailure ? error.serverMessage : undefined;
  return said ?? "We couldn't save your answer. Check your connection and try again.";
}

function Answered({ choices, isNew }: { choices: Choices; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { title, text } = resultOf(choices);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
        {title}
      </h1>
      <p role="status" className="figures mt-4 text-lg">
        {text}
      </p>
      <p className="mt-2 text-ink-soft">
        Booking {choices.reference}, {choices.trekName}. We'll email you the details.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.package(choices.trekId)}>View trek</ButtonLink>
        <ButtonLink variant="secondary" to={paths.dashboardSection('my-bookings')}>
          My Bookings
        </ButtonLink>
      </div>
    </>
  );
}

function Failed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const config = useConfig();
  const status = error instanceof ApiFailure ? error.status : 0;
  const contact = config && (
    <a href={`mailto:${config.contactEmail}`} className="font-semibold text-glacier underline underline-offset-2">
      {config.contactEmail}
    </a>
  );
  if (status === 404 || status === 410) {
    const isOver = status === 410;
    const title = isOver ? 'This link is no longer open' : 'This link is not valid';
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <EmptyState
          whole
          title={title}
          message={
            <>
              {isOver
                ? 'You have answered already, or the time to answer is over. We emailed you what happens with your booking.'
                : 'Check that you opened the whole link of our email.'}
              {contact && <> Questions? Write to {contact}.</>}
            </>
          }
          action={<ButtonLink to={paths.dashboardSection('my-bookings')}>My Bookings</ButtonLink>}
          className="min-h-[50vh] justify-center"
        />
      </>
    );
  }
  return (
    <>
      <PageTitle>Your options</PageTitle>
      <ErrorState
        whole
        title="Your options could not be loaded"
        message="Your booking is safe. Please check your connection and try again."
        onRetry={onRetry}
        retrying={isRetrying}
      />
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures min-w-0 text-right">{children}</dd>
    </div>
  );
}
