// A picture that fills its frame, no larger than the frame needs; a blurred one stands there until it has loaded, and one
// that does not load leaves a quiet ridge instead of a broken sign.
import clsx from 'clsx';
import { type CSSProperties, useState } from 'react';
import { copiesOf } from './picture-copies';
import { noteFetched, placeholderOf } from './placeholder';
import { Ridge } from './Ridge';

/** What comes sooner is not announced: a picture from the cache stands there at once. */
const SOON_MS = 150;

interface PictureProps {
  src: string;
  alt?: string;
  /** How wide the frame is, as for `<img sizes>`: which copy is fetched. */
  sizes?: string;
  /** For pictures in sight at once. */
  eager?: boolean;
  /** For the one that the visitor sees first: it is fetched before the others. */
  first?: boolean;
  /** A few pixels of it, as answers carry them. */
  placeholder?: string;
  /** All of it is shown, with room beside it. */
  whole?: boolean;
  /** Where its failing has words. */
  onFailure?: () => void;
  className?: string;
}

export function Picture({ src, alt = '', className, onFailure, ...rest }: PictureProps) {
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
  const fail = () => {
    setFailed(src);
    onFailure?.();
  };
  // Another picture is another element: nothing of the one before is left in the frame.
  return <Image key={src} src={src} alt={alt} onFailure={fail} className={className} {...rest} />;
}

/** Where the picture will be, on the same element: a frame around it would be in the way of every layout. */
const standing = (below: string, whole: boolean): CSSProperties => ({
  backgroundImage: below,
  backgroundPosition: '50% 20%', // as .object-cover in main.css
  backgroundRepeat: 'no-repeat',
  backgroundSize: whole ? 'contain' : 'cover',
});

/** A picture far down waits until it is scrolled to: what counts is how long it was on its way. */
function tookLong(file: string): boolean {
  const entry = performance.getEntriesByName?.(file).at(-1);
  return entry !== undefined && entry.duration > SOON_MS;
}

function Image({
  src,
  alt,
  sizes = '100vw',
  eager = false,
  first = false,
  whole = false,
  placeholder,
  onFailure,
  className,
}: PictureProps) {
  const copies = copiesOf(src);
  const [begun] = useState(() => performance.now());
  const [shown, setShown] = useState<'not' | 'soon' | 'late'>('not');
  // Found once: the file that comes now would else be its own placeholder.
  const [below] = useState(() => placeholderOf(src, placeholder, whole));
  const arrive = async (image: HTMLImageElement) => {
    const file = image.currentSrc || src;
    const waited = performance.now() - begun > SOON_MS && tookLong(file);
    noteFetched(src, file);
    // Loaded is not drawn yet: without this the frame would be blank in between.
    await image.decode?.().catch(() => undefined);
    setShown(waited ? 'late' : 'soon');
  };
  return (
    <img
      // Before src: Safari would fetch src while it waits for the rest.
      {...(copies && { srcSet: copies, sizes })}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(first && { fetchPriority: 'high' })}
      onLoad={(event) => void arrive(event.currentTarget)}
      onError={onFailure}
      {...(below && shown === 'not' && { style: standing(below, whole) })}
      className={clsx(
        whole ? 'object-contain' : 'object-cover',
        below && shown === 'late' && 'animate-sharpen',
        className,
      )}
    />
  );
}
