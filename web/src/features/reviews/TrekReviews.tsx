// The approved reviews of a trek with their average. The server renders the same (crates/server/src/site/page/body).
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Stars } from '../../ui/Stars';
import { PAGE_SIZE, type PublicReview, trekReviewsQuery } from './reviews';

/** Renders nothing without a review: the page neither waits for the reviews nor shows an error if they fail to load. */
export function TrekReviews({ trekId }: { trekId: string }) {
  const [pages, setPages] = useState(1);
  const { data } = useQuery(trekReviewsQuery(trekId, 1));
  if (!data?.average) return null;
  const { average, total } = data;
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-20">
      <h2 id="reviews-title" className="text-3xl">
        Reviews
      </h2>
      <p className="figures mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={average} />
        <span>
          <strong className="font-semibold">{average.toFixed(1)}</strong> from {plural(total, 'review')} by people who
          walked it with us
        </span>
      </p>
      <ul className="mt-4 divide-y divide-line border-line border-y">
        {Array.from({ length: pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a list are numbered
          <Page key={index} trekId={trekId} page={index + 1} />
        ))}
      </ul>
      {pages * PAGE_SIZE < total && (
        <Button variant="secondary" className="mt-4" onClick={() => setPages(pages + 1)}>
          Show more reviews
        </Button>
      )}
    </section>
  );
}

function Page({ trekId, page }: { trekId: string; page: number }) {
  const { data, isError, refetch } = useQuery(trekReviewsQuery(trekId, page));
  if (isError && !data) {
    return (
      <li className="flex flex-wrap items-center gap-x-4 py-3 text-danger">
        These reviews could not be loaded.
        <Button size="sm" variant="ghost" onClick={() => void refetch()}>
          Try again
        </Button>
      </li>
    );
  }
  return data?.reviews.map((review) => <Review key={review._id} review={review} />);
}

function Review({ review: { rating, title, text, name, walkedOn, answer } }: { review: PublicReview }) {
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} />
        <h3 className="wrap-anywhere min-w-0 font-semibold text-lg">{title}</h3>
      </div>
      <p className="wrap-anywhere mt-2 max-w-measure whitespace-pre-line">{text}</p>
      <p className="mt-2 text-ink-soft text-sm">
        <span className="wrap-anywhere">{name || 'A traveller'}</span>, walked on {formatDate(walkedOn)}
      </p>
      {answer && (
        <div className="mt-3 border-line-strong border-l-2 pl-4">
          <p className="font-medium text-sm">Our answer</p>
          <p className="wrap-anywhere mt-1 max-w-measure whitespace-pre-line">{answer}</p>
        </div>
      )}
    </li>
  );
}
