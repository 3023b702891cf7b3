// Carousel with arrows and dots. Until its code is loaded, the first slide is shown in its place.
import clsx from 'clsx';
import { lazyComponent } from '../lib/lazy-component';
import type { CarouselProps } from './CarouselSlides';

// The swiping code has 7 kB; pages that lead to a carousel load it when idle (`Carousel.preload`).
export const Carousel = lazyComponent(() => import('./CarouselSlides').then((file) => file.CarouselSlides), First);

function First({ label, slides, start = 0, slideClassName = 'basis-full', className }: CarouselProps) {
  return (
    <section aria-label={label} aria-busy="true" className={clsx('relative', className)}>
      <div className="flex overflow-hidden rounded-lg">
        <div className={clsx('min-w-0 shrink-0 grow-0', slideClassName)}>{slides[start]?.content}</div>
      </div>
      {slides.length > 1 && <div className="mt-1 h-11" />}
    </section>
  );
}
