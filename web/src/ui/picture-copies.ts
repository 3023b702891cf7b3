// Widths in which the server offers a picture, as a `srcset`. The server also reads copies.json, so that its preload
// matches the picture that the page requests.
import copies from './copies.json';

/** `sizes` of the frames whose pictures are preloaded. */
export const FRAMES = copies.frames;

const UPLOADED = /\/uploads\/.+\.(?:jpg|png|gif|webp)$/;
const DEMO = /^\/pictures\/.+\.webp$/;
const DEMO_BANNER = /\/banner\.webp$/;

/** Whether a picture is one of the product's own illustrations, as opposed to an upload. */
export const isIllustration = (src: string) => src.startsWith('/pictures/');

const list = (src: string, widths: readonly number[]) => widths.map((width) => `${src}/${width} ${width}w`).join(', ');

/**
 * The `srcset` of a picture; undefined for external ones. For a copy wider than the original, the server returns the
 * original.
 */
export function srcSetOf(src: string): string | undefined {
  if (UPLOADED.test(src)) return `${list(src, copies.uploaded)}, ${src} ${copies.largestUpload}w`;
  if (DEMO.test(src)) return list(src, DEMO_BANNER.test(src) ? copies.demoBanner : copies.demo);
  return undefined;
}

/** A version of the hero picture for a theme and a window size. */
export interface HeroCopy {
  src: string;
  theme: string;
  /** As in the `media` attribute. */
  window: string;
  srcSet: string;
  sizes: string;
}

export const HERO: readonly HeroCopy[] = copies.hero.map(({ copies, frame, ...copy }) => ({
  ...copy,
  srcSet: list(copy.src, copies),
  sizes: frame,
}));
