// Lightbox with the pictures of a trek: swipe, arrow keys, buttons or thumbnails. Loaded when the first picture is
// opened.
import clsx from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../lib/motion';
import { IconButton } from '../../ui/Button';
import { Picture } from '../../ui/Picture';
import { isIllustration } from '../../ui/picture-copies';

const darkButton = 'bg-night/60 text-snow hover:bg-night focus-visible:outline-snow disabled:invisible';

export default function Lightbox({
  name,
  pictures,
  placeholders,
  start,
  onClose,
  onGone,
}: {
  name: string;
  pictures: string[];
  /** Keyed by picture URL. */
  placeholders: Record<string, string>;
  start: number;
  onClose: () => void;
  /** Called after closing with the index of the last picture, whose tile gets the focus. */
  onGone: (last: number) => void;
}) {
  const [index, setIndex] = useState(start);
  const strip = useRef<HTMLElement>(null);
  const scrollingTo = useRef<number>(undefined);
  const go = (to: number, smooth = !prefersReducedMotion()) => {
    const next = Math.min(Math.max(0, to), pictures.length - 1);
    setIndex(next);
    scrollingTo.current = next;
    const rail = strip.current;
    rail?.scrollTo?.({ left: next * rail.clientWidth, behavior: smooth ? 'smooth' : 'instant' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: pictures.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onGone(index);
          }}
          className="fixed inset-0 z-50 flex animate-fade flex-col bg-night text-snow outline-none"
        >
          <div className="flex items-center justify-between gap-4 px-4 py-2">
            <Radix.Title className="sr-only">{`Pictures of ${name}`}</Radix.Title>
            <p aria-live="polite" className="figures min-w-0 truncate text-sm">
              <span className="font-semibold">{name}</span>
              <span className="text-snow/75">
                {' '}
                · {index + 1} of {pictures.length}
                {isIllustration(pictures[index] ?? '') && ' · Illustration'}
              </span>
            </p>
            <Radix.Close asChild>
              <IconButton label="Close" className={clsx(darkButton, '-mr-2')}>
                <X aria-hidden className="size-6" />
              </IconButton>
            </Radix.Close>
          </div>
          <div className="relative min-h-0 flex-1">
            <Rail
              name={name}
              pictures={pictures}
              placeholders={placeholders}
              start={start}
              index={index}
              rail={strip}
              scrollingTo={scrollingTo}
              onIndex={setIndex}
            />
            <IconButton
              label="Previous picture"
              disabled={index === 0}
              onClick={() => go(index - 1)}
              className={clsx(darkButton, 'absolute top-1/2 left-3 -translate-y-1/2 max-sm:hidden')}
            >
              <ChevronLeft aria-hidden className="size-6" />
            </IconButton>
            <IconButton
              label="Next picture"
              disabled={index === pictures.length - 1}
              onClick={() => go(index + 1)}
              className={clsx(darkButton, 'absolute top-1/2 right-3 -translate-y-1/2 max-sm:hidden')}
            >
              <ChevronRight aria-hidden className="size-6" />
            </IconButton>
          </div>
          {pictures.length > 1 && <Thumbnails pictures={pictures} index={index} onPick={go} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Uses native scrolling with scroll snap, so that touch, trackpad and wheel work as usual. */
function Rail({
  name,
  pictures,
  placeholders,
  start,
  index,
  rail,
  scrollingTo,
  onIndex,
}: {
  name: string;
  pictures: string[];
  placeholders: Record<string, string>;
  start: number;
  index: number;
  rail: React.RefObject<HTMLElement | null>;
  /** The picture requested by a key or button, until the rail shows it or the user scrolls. */
  scrollingTo: React.RefObject<number | undefined>;
  onIndex: (index: number) => void;
}) {
  useEffect(() => {
    const box = rail.current;
    if (box) box.scrollLeft = start * box.clientWidth;
  }, [rail, start]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const handleUserScroll = () => {
    scrollingTo.current = undefined;
  };
  return (
    // A scrollable region must be focusable; the dialog handles the arrow keys.
    <section
      ref={rail}
      aria-label="All pictures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region without focusable content
      tabIndex={0}
      onPointerDown={handleUserScroll}
      onWheel={handleUserScroll}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
        // Uses the position where scrolling stops, since it passes other pictures on the way. A slow phone may
        // pause before it has started the requested scroll.
        clearTimeout(rest.current);
        rest.current = setTimeout(() => {
          const shown = Math.round(scrollLeft / Math.max(1, clientWidth));
          if ((scrollingTo.current ?? shown) !== shown) return;
          scrollingTo.current = undefined;
          onIndex(shown);
        }, 90);
      }}
      className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] focus-visible:-outline-offset-2 focus-visible:outline-snow"
    >
      {pictures.map((picture, place) => (
        <div
          key={picture}
          inert={place !== index}
          className="flex h-full w-full shrink-0 snap-center snap-always items-center justify-center p-1 sm:px-4"
        >
          <Picture
            eager={Math.abs(place - index) < 2}
            whole
            src={picture}
            placeholder={placeholders[picture]}
            sizes="100vw"
            alt={`${name}, ${place + 1} of ${pictures.length}`}
            className="size-full"
          />
        </div>
      ))}
    </section>
  );
}

function Thumbnails({
  pictures,
  index,
  onPick,
}: {
  pictures: string[];
  index: number;
  onPick: (index: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const box = list.current;
    const tile = box?.children[index];
    if (box && tile instanceof HTMLElement) box.scrollLeft = tile.offsetLeft - (box.clientWidth - tile.offsetWidth) / 2;
  }, [index]);
  return (
    <ul
      ref={list}
      className="relative mx-auto flex max-w-full shrink-0 gap-2 overflow-x-auto p-4 pb-[max(1rem,env(safe-area-inset-bottom))] [scrollbar-width:none]"
    >
      {pictures.map((picture, place) => (
        <li key={picture} className="shrink-0">
          <button
            type="button"
            aria-label={`Slide ${place + 1}`}
            aria-current={place === index || undefined}
            onClick={() => onPick(place)}
            className="block h-12 w-18 overflow-hidden rounded-sm opacity-60 transition-opacity hover:opacity-100 focus-visible:opacity-100 focus-visible:outline-snow aria-current:opacity-100 aria-current:ring-2 aria-current:ring-snow"
          >
            <Picture src={picture} sizes="5rem" className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  );
}
