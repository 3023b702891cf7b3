// The rating of a trek in one line: ★ 4.8, 12 reviews.
import { Star } from 'lucide-react';
import { plural } from '../lib/text';

export function Rating({ rating: { average, reviews } }: { rating: { average: number; reviews: number } }) {
  return (
    <>
      <Star aria-hidden className="size-[1.1em] shrink-0 text-marigold" fill="currentColor" strokeWidth={0} />
      <span>
        <strong className="font-semibold">{average.toFixed(1)}</strong>
        <span className="sr-only"> of 5 stars</span>, {plural(reviews, 'review')}
      </span>
    </>
  );
}
