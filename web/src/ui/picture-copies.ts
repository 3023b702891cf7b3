// Which copies of a picture the server has, as `srcset` names them. The server reads copies.json too: what it tells the
// browser to fetch first must be what the page asks for.
import copies from './copies.json';

/** How wide the frames are of pictures that a page begins with, as for `<img sizes>`. */
export const FRAMES = copies.frames;

const UPLOADED = /\/uploads\/.+\.(?:jpg|png|gif|webp)$/;
const DEMO = /^\/pictures\/.+\.webp$/;
const DEMO_BANNER = /\/banner\.webp$/;

/** Whether a picture is one of those that the product ships: all of them are drawn. What an agency uploads is not. */
export const isIllustration = (src: string) => src.startsWith('/pictures/');

const list = (src: string, widths: readonly number[]) => widths.map((width) => `${src}/${width} ${width}w`).join(', ');

/**
 * The copies for `srcset`; none for what is not ours. Where the picture is narrower than a copy would be, the server
 * answers with the picture.
 */
export function copiesOf(src: string): string | undefined {
  if (UPLOADED.test(src)) return `${list(src, copies.uploaded)}, ${src} ${copies.largestUpload}w`;
  if (DEMO.test(src)) return list(src, DEMO_BANNER.test(src) ? copies.demoBanner : copies.demo);
  return undefined;
}

/** A picture of the hero: for which theme and which windows. */
export interface HeroCopy {
  src: string;
  theme: string;
  /** As for `media`. */
  window: string;
  srcSet: string;
  sizes: string;
}

export const HERO: readonly HeroCopy[] = copies.hero.map(({ copies, frame, ...copy }) => ({
  ...copy,
  srcSet: list(copy.src, copies),
  sizes: frame,
}));
