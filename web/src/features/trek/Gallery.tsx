// Pictures of a trek as a mosaic; each opens in a lightbox.
import clsx from 'clsx';
import { lazy, Suspense, useRef, useState } from 'react';
import { useWhenIdle } from '../../lib/lazy-component';
import { Picture } from '../../ui/Picture';
import { FRAMES } from '../../ui/picture-copies';

const TILES = 5;
const first = 'col-span-2 row-span-2';

const loadLightbox = () => import('./Lightbox');
const Lightbox = lazy(loadLightbox);

export function Gallery({
  name,
  images,
  placeholders = {},
}: {
  name: string;
  images: string[];
  /** Keyed by picture URL. */
  placeholders?: Record<string, string>;
}) {
  const [opened, setOpened] = useState<number | null>(null);
  const tiles = useRef<HTMLUListElement>(null);
  useWhenIdle(loadLightbox);
  const pictures = [...new Set(images)];
  if (pictures.length === 0) return null;
  const shown = pictures.slice(0, TILES);
  const more = pictures.length - shown.length;
  const returnTo = (last: number) => {
    // Pictures without a tile of their own are behind the last tile.
    tiles.current?.querySelectorAll('button')[Math.min(last, shown.length - 1)]?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery" className="text-3xl">
        Pictures
      </h2>
      <ul
        ref={tiles}
        className="mt-4 grid auto-rows-[7rem] grid-cols-2 gap-2 overflow-hidden rounded-lg sm:auto-rows-[9.5rem] sm:grid-cols-4"
      >
        {shown.map((picture, index) => (
          <li key={picture} className={clsx(index === 0 && first, fills(index, shown.length))}>
            <button
              type="button"
              onClick={() => setOpened(index)}
              onPointerEnter={() => void loadLightbox()}
              onFocus={() => void loadLightbox()}
              aria-haspopup="dialog"
              aria-label={`Open picture ${index + 1} of ${pictures.length}`}
              className="group relative block size-full overflow-hidden bg-stone-deep focus-visible:-outline-offset-4"
            >
              <Picture
                src={picture}
                placeholder={placeholders[picture]}
                sizes={sizesOf(index, shown.length)}
                className="size-full transition-transform duration-240 group-hover:scale-[1.02]"
              />
              {more > 0 && index === shown.length - 1 && (
                <span className="absolute inset-0 flex items-center justify-center bg-night/60 font-semibold text-snow">
                  +{more} more
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense fallback={null}>
          <Lightbox
            name={name}
            pictures={pictures}
            placeholders={placeholders}
            start={opened}
            onClose={() => setOpened(null)}
            onGone={returnTo}
          />
        </Suspense>
      )}
    </section>
  );
}

/** `sizes` of a tile. Larger than its width where the tile is taller than the picture. */
function sizesOf(index: number, count: number): string {
  if (index === 0) return FRAMES.galleryFirst;
  return fills(index, count) ? FRAMES.galleryWide : FRAMES.gallery;
}

/** Makes tiles larger, so that fewer than five pictures leave no gaps in the mosaic. */
function fills(index: number, count: number): string | undefined {
  if (index === 0) return count === 1 ? 'sm:col-span-4' : undefined;
  if (count === 2) return 'col-span-2 row-span-2';
  if (count === 3) return 'col-span-2';
  if (count === 4 && index === 3) return 'col-span-2';
  return undefined;
}
