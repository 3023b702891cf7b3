// A picture that fills its frame; one that does not load leaves a quiet ridge instead of a broken sign.
import clsx from 'clsx';
import { useState } from 'react';
import { Ridge } from './Ridge';

export function Picture({
  src,
  alt = '',
  eager = false,
  first = false,
  className,
}: {
  src: string;
  alt?: string;
  /** For pictures in sight at once. */
  eager?: boolean;
  /** For the one that the visitor sees first: it is fetched before the others. */
  first?: boolean;
  className?: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true as const })}
        className={clsx('relative block overflow-hidden bg-stone-deep', className)}
      >
        <Ridge className="absolute inset-x-0 bottom-0 h-1/2 text-ink opacity-10" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(first && { fetchPriority: 'high' })}
      onError={() => setFailed(src)}
      className={clsx('object-cover', className)}
    />
  );
}
