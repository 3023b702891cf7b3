// Picture that fills its frame, loaded in a suitable width, with a blurred placeholder. A ridge replaces a picture
// that fails to load.
import clsx from 'clsx';
import { type CSSProperties, useState } from 'react';
import { srcSetOf } from './picture-copies';
import { placeholderOf, rememberFile } from './placeholder';
import { Ridge } from './Ridge';

/** Milliseconds. A picture that loads faster, for example from the cache, appears without an animation. */
const SLOW_AFTER_MS = 150;

interface PictureProps {
  src: string;
  alt?: string;
  /** Width of the frame, as in `<img sizes>`; selects the copy to load. */
  sizes?: string;
  /** For pictures in the initial viewport. */
  eager?: boolean;
  /** For the most prominent picture, which is loaded with high priority. */
  first?: boolean;
  /** Tiny preview as a data URL, part of API responses. */
  placeholder?: string;
  /** Shows the whole picture (object-fit: contain). */
  whole?: boolean;
  /** Called when the picture fails to load, to show a message. */
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
  // The key replaces the element, so that no previous picture remains visible.
  return <Image key={src} src={src} alt={alt} onFailure={fail} className={className} {...rest} />;
}

/** Placeholder as the background of the same element, because a wrapper would interfere with layouts. */
const placeholderStyle = (below: string, whole: boolean): CSSProperties => ({
  backgroundImage: below,
  backgroundPosition: '50% 20%', // as .object-cover in main.css
  backgroundRepeat: 'no-repeat',
  backgroundSize: whole ? 'contain' : 'cover',
});

/**
 * Whether the request took long. The time since rendering does not count, because lazy pictures wait until scrolled
 * to.
 */
function wasSlow(file: string): boolean {
  const entry = performance.getEntriesByName(file).at(-1);
  return entry !== undefined && entry.duration > SLOW_AFTER_MS;
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
  const copies = srcSetOf(src);
  const [begun] = useState(() => performance.now());
  const [shown, setShown] = useState<'not' | 'soon' | 'late'>('not');
  // Determined once, because otherwise the loaded file would become its own placeholder.
  const [below] = useState(() => placeholderOf(src, placeholder, whole));
  const arrive = async (image: HTMLImageElement) => {
    const file = image.currentSrc || src;
    const waited = performance.now() - begun > SLOW_AFTER_MS && wasSlow(file);
    rememberFile(src, file);
    // Decodes before showing; otherwise the frame would be blank in between.
    await image.decode?.().catch(() => undefined);
    setShown(waited ? 'late' : 'soon');
  };
  return (
    <img
      // Before src, because Safari would otherwise load src while it waits for the other attributes.
      {...(copies && { srcSet: copies, sizes })}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(first && { fetchPriority: 'high' })}
      onLoad={(event) => void arrive(event.currentTarget)}
      onError={onFailure}
      {...(below && shown === 'not' && { style: placeholderStyle(below, whole) })}
      className={clsx(
        whole ? 'object-contain' : 'object-cover',
        below && shown === 'late' && 'animate-sharpen',
        className,
      )}
    />
  );
}
