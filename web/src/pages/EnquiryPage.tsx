// /enquiry/:token: the traveller reads the answers to a question and continues the conversation. The link in the email is
// the permission, so no login is needed (operations §6).
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client';
import { Conversation } from '../features/enquiry/Conversation';
import { enquiryQuery } from '../features/enquiry/enquiry';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { EmptyState, ErrorState, Skeleton } from '../ui/States';
import { PageTitle } from './PageTitle';

const TITLE = 'Your question';

export function EnquiryPage() {
  const { token = '' } = useParams();
  const { data: enquiry, error, isFetching, refetch } = useQuery(enquiryQuery(token));
  return (
    <div className="page-width max-w-3xl! pt-8 pb-16">
      <PageTitle>{TITLE}</PageTitle>
      {enquiry ? (
        <>
          <h1 className="text-4xl">{TITLE}</h1>
          <p className="mt-3 text-lg">
            About{' '}
            <Link
              to={paths.package(enquiry.trekId)}
              className="wrap-anywhere font-semibold text-glacier underline underline-offset-4"
            >
              {enquiry.trekName}
            </Link>
          </p>
          <Conversation token={token} enquiry={enquiry} />
        </>
      ) : error instanceof ApiFailure && error.status === 404 ? (
        <EmptyState
          whole
          title="This link is not valid"
          message="Check that you opened the whole link of our email."
          action={<ButtonLink to={paths.packages}>View treks</ButtonLink>}
          className="min-h-[50vh] justify-center"
        />
      ) : error ? (
        <ErrorState
          whole
          title="Your question could not be loaded"
          message="Please check your connection and try again."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div aria-busy="true" className="grid gap-4">
          <p role="status" className="sr-only">
            Loading your question
          </p>
          <Skeleton className="h-12" />
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  );
}
