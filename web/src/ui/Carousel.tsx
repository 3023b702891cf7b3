// Slides that are swiped, with arrows and dots. Until they can be swiped the one that they begin with stands in its place.
import clsx from 'clsx';
import { lazyComponent } from '../lib/lazy-component';
import type { CarouselProps } from './CarouselSlides';

// What swipes is 7 kB; a page that leads to slides fetches it when it is idle (`Carousel.preload`).
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
