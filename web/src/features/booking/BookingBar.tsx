// Phones: the price at the bottom of the screen; it opens the booking panel as a sheet, and goes when the panel is in view.
import { type RefObject, useEffect, useState } from 'react';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Sheet } from '../../ui/Dialog';
import { useMoney } from '../currency/useMoney';
import { BookingPanel, type PanelProps } from './BookingPanel';
import { guestsOf, priceOf } from './choice';

export function BookingBar({ panel, inPage }: { panel: PanelProps; inPage: RefObject<HTMLElement | null> }) {
  const [open, setOpen] = useState(false);
  const money = useMoney();
  const covered = useInView(inPage);
  const guests = guestsOf(panel.choice);
  const price = priceOf(panel.trek, panel.route, guests);
  return (
    <>
      {/* Marked also while it is away: it may come back over what the focus goes to. */}
      <div data-bottom-bar>
        {!covered && (
          <div
            data-bottom-bar
            className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-line border-t bg-raised px-edge pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
          >
            <p className="min-w-0 leading-tight">
              {price && guests !== null ? (
                <>
                  <span className="figures block font-display font-semibold text-2xl">
                    {money.format(price.total, price.currency)}
                  </span>
                  <span className="text-ink-soft text-sm">total for {plural(guests, 'guest')}</span>
                </>
              ) : (
                <span className="text-ink-soft text-sm">Choose route and guests</span>
              )}
            </p>
            <Button onClick={() => setOpen(true)}>Date and price</Button>
          </div>
        )}
      </div>
      <Sheet open={open} onOpenChange={setOpen} title="Book this trek">
        <BookingPanel {...panel} />
      </Sheet>
    </>
  );
}

function useInView(target: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!target.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return inView;
}
