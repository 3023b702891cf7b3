// The pictures of a trek as a mosaic; each opens large, with the others beside it.
import clsx from 'clsx';
import { useState } from 'react';
import { Carousel } from '../../ui/Carousel';
import { Dialog } from '../../ui/Dialog';
import { Picture } from '../../ui/Picture';

const TILES = 5;
const first = 'col-span-2 row-span-2';

export function Gallery({ name, images }: { name: string; images: string[] }) {
  const [opened, setOpened] = useState<number | null>(null);
  const pictures = [...new Set(images)];
  if (pictures.length === 0) return null;
  const shown = pictures.slice(0, TILES);
  const more = pictures.length - shown.length;
  return (
    <section aria-labelledby="gallery">
      <h2 id="gallery" className="text-3xl">
        Pictures
      </h2>
      <ul className="mt-4 grid auto-rows-[7rem] grid-cols-2 gap-2 sm:auto-rows-[9rem] sm:grid-cols-4">
        {shown.map((picture, index) => (
          <li key={picture} className={clsx(index === 0 && first, fills(index, shown.length))}>
            <button
              type="button"
              onClick={() => setOpened(index)}
              aria-label={`Open picture ${index + 1} of ${pictures.length}`}
              className="group relative block size-full overflow-hidden rounded-sm bg-stone"
            >
              <Picture
                src={picture}
                sizes={index === 0 ? '(min-width: 64rem) 28rem, 100vw' : '(min-width: 64rem) 14rem, 50vw'}
                className="size-full transition-transform duration-300 group-hover:scale-[1.03]"
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
      <Dialog
        open={opened !== null}
        onOpenChange={(open) => !open && setOpened(null)}
        size="lg"
        title={`Pictures of ${name}`}
      >
        <Carousel
          label={`Pictures of ${name}`}
          start={opened ?? 0}
          slides={pictures.map((picture, index) => ({
            key: picture,
            content: (
              <Picture
                eager
                src={picture}
                sizes="(min-width: 56rem) 53rem, 100vw"
                alt={`${name}, ${index + 1} of ${pictures.length}`}
                className="max-h-[64dvh] min-h-60 w-full bg-night object-contain!"
              />
            ),
          }))}
        />
      </Dialog>
    </section>
  );
}

/** Fewer than five pictures must not leave holes in the mosaic. */
function fills(index: number, count: number): string | undefined {
  if (index === 0) return count === 1 ? 'sm:col-span-4' : undefined;
  if (count === 2) return 'col-span-2 row-span-2';
  if (count === 3) return 'col-span-2';
  if (count === 4 && index === 3) return 'col-span-2';
  return undefined;
}
