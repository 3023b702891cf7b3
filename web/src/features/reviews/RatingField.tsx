// Choice of one to five stars: radio buttons, so that arrow keys and screen readers work.
import { Star } from 'lucide-react';
import { useId } from 'react';

const CHOICES = [
  { stars: 1, words: 'Poor' },
  { stars: 2, words: 'Fair' },
  { stars: 3, words: 'Good' },
  { stars: 4, words: 'Very good' },
  { stars: 5, words: 'Excellent' },
] as const;

export function RatingField({
  value,
  onChange,
  error,
}: {
  /** 0 while nothing is chosen. */
  value: number;
  onChange: (value: number) => void;
  error: string | undefined;
}) {
  const id = useId();
  const chosen = CHOICES.find(({ stars }) => stars === value);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium text-sm">Your rating</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {CHOICES.map(({ stars, words }) => (
            <label
              key={stars}
              className="relative flex size-11 cursor-pointer items-center justify-center rounded-sm text-marigold-ink has-focus-visible:outline-2 has-focus-visible:outline-glacier has-focus-visible:-outline-offset-2"
            >
              <input
                type="radio"
                name={`${id}-rating`}
                checked={value === stars}
                aria-invalid={error ? true : undefined}
                onChange={() => onChange(stars)}
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
              />
              <Star aria-hidden className="size-7" fill={stars <= value ? 'currentColor' : 'none'} />
              <span className="sr-only">
                {stars} of 5: {words}
              </span>
            </label>
          ))}
        </div>
        <span aria-hidden className="text-ink-soft">
          {chosen?.words}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
