// Implementation of the carousel with arrows and dots, loaded by Carousel.tsx.
import clsx from 'clsx';
import useEmblaCarousel from 'embla-carousel-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from './Button';

export interface CarouselProps {
  label: string;
  slides: { key: string; content: ReactNode }[];
  start?: number;
  /** Width of a slide: 'basis-full', 'basis-4/5 sm:basis-1/2' … */
  slideClassName?: string;
  onSlide?: (index: number) => void;
  /** Continues with the first slide after the last, so that no arrow disappears while focused. */
  loop?: boolean;
  className?: string;
}

export function CarouselSlides({
  label,
  slides,
  start = 0,
  slideClassName = 'basis-full',
  onSlide,
  loop = false,
  className,
}: CarouselProps) {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [ref, embla] = useEmblaCarousel({ startIndex: start, align: 'start', loop, duration: still ? 0 : 25 });
  const [index, setIndex] = useState(start);
  useEffect(() => {
    if (!embla) return;
    const follow = () => {
      setIndex(embla.selectedScrollSnap());
      onSlide?.(embla.selectedScrollSnap());
    };
    embla.on('select', follow);
    return () => {
      embla.off('select', follow);
    };
  }, [embla, onSlide]);
  const arrow =
    'absolute top-1/2 -translate-y-1/2 bg-raised/90 shadow-float hover:bg-raised focus-visible:ring-2 focus-visible:ring-paper disabled:hidden';
  return (
    <section aria-roledescription="carousel" aria-label={label} className={clsx('relative', className)}>
      <div ref={ref} className="overflow-hidden rounded-lg">
        <div className="flex">
          {slides.map((slide, place) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern requires role group
            <div
              key={slide.key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${place + 1} of ${slides.length}`}
              inert={place !== index && slideClassName === 'basis-full'}
              className={clsx('min-w-0 shrink-0 grow-0', slideClassName)}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {slides.length > 1 && (
        <>
          <IconButton
            label="Previous slide"
            className={clsx(arrow, 'left-3')}
            disabled={!loop && index === 0}
            onClick={() => embla?.scrollPrev()}
          >
            <ChevronLeft aria-hidden className="size-5" />
          </IconButton>
          <IconButton
            label="Next slide"
            className={clsx(arrow, 'right-3')}
            disabled={!loop && index >= slides.length - 1}
            onClick={() => embla?.scrollNext()}
          >
            <ChevronRight aria-hidden className="size-5" />
          </IconButton>
          <div className="mt-1 flex flex-wrap justify-center">
            {slides.map((slide, place) => (
              <button
                key={slide.key}
                type="button"
                aria-label={`Slide ${place + 1}`}
                aria-current={place === index || undefined}
                onClick={() => embla?.scrollTo(place)}
                className="group flex h-11 min-w-7 items-center justify-center rounded-sm"
              >
                <span
                  className={clsx(
                    'h-1.5 rounded-full transition-all',
                    place === index
                      ? 'chosen w-5 bg-ink'
                      : 'w-1.5 bg-line-strong forced-colors:bg-[ButtonText] group-hover:bg-ink-soft',
                  )}
                />
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
