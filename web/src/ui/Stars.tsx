// A rating as stars, with its number as text for screen readers.
import clsx from 'clsx';
import { Star } from 'lucide-react';

const ALL = [1, 2, 3, 4, 5];

/** `rating`: 0 to 5; stars are filled up to the nearest whole number. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const filled = Math.round(rating);
  return (
    <span className={clsx('inline-flex items-center gap-0.5 text-marigold-ink', className)}>
      <span className="sr-only">{rating} of 5 stars</span>
      {ALL.map((star) => (
        <Star key={star} aria-hidden className="size-4.5" fill={star <= filled ? 'currentColor' : 'none'} />
      ))}
    </span>
  );
}
