// A picture that fills its frame, no larger than the frame needs; one that does not load leaves a quiet ridge instead
// of a broken sign.
import clsx from 'clsx';
import { useState } from 'react';
import { Ridge } from './Ridge';

/** What the server keeps beside each uploaded picture (decisions §6), and the widest that it keeps at all. */
const COPIES = [480, 960, 1600];
const LARGEST = 2560;
const UPLOADED = /\/uploads\/.+\.(?:jpg|png|gif|webp)$/;

/**
 * The copies for `srcset`; none for what was not uploaded here. Where the picture is narrower than a copy would be, the
 * server answers with the picture.
 */
export function copiesOf(src: string): string | undefined {
  if (!UPLOADED.test(src)) return undefined;
  return [...COPIES.map((width) => `${src}/${width} ${width}w`), `${src} ${LARGEST}w`].join(', ');
}

export function Picture({
  src,
  alt = '',
  eager = false,
  first = false,
  sizes = '100vw',
  onFailure,
  className,
}: {
  src: string;
  alt?: string;
  /** How wide the frame is, as for `<img sizes>`: which copy is fetched. */
  sizes?: string;
  /** For pictures in sight at once. */
  eager?: boolean;
  /** For the one that the visitor sees first: it is fetched before the others. */
  first?: boolean;
  /** Where its failing has words. */
  onFailure?: () => void;
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
  const copies = copiesOf(src);
  return (
    <img
      // Before src: Safari would fetch src while it waits for the rest.
      {...(copies && { srcSet: copies, sizes })}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(first && { fetchPriority: 'high' })}
      onError={() => {
        setFailed(src);
        onFailure?.();
      }}
      className={clsx('object-cover', className)}
    />
  );
}
