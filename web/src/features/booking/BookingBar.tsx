// On phones: bar with the price at the bottom of the screen, a button for the dates and, when signed out, one for the
// login.
// Hidden while the panel is in view.
import { type RefObject, useEffect, useState } from 'react';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Sheet } from '../../ui/Dialog';
import { useMoney } from '../currency/useMoney';
import { useSession } from '../session/useSession';
import { BookingPanel, type PanelProps } from './BookingPanel';
import { guestCountOf, quoteChoice } from './choice';
import { LogInToReserve } from './LogInToReserve';

export function BookingBar({
  panel,
  inPage,
  open,
  onOpenChange: setOpen,
}: {
  panel: PanelProps;
  inPage: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const money = useMoney();
  const covered = useInView(inPage);
  const signedOut = useSession().status === 'unauthenticated';
  const guests = guestCountOf(panel.choice);
  const price = quoteChoice(panel.trek, panel.route, guests, panel.choice.promotion);
  return (
    <>
      {/* Keeps the attribute while hidden, because the bar may reappear over the focused element. */}
      <div data-bottom-bar={signedOut ? 'tall' : ''}>
        {!covered && (
          <div
            data-bottom-bar
            className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 border-line border-t bg-raised px-edge pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
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
            <Button variant={signedOut ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
              Check dates
            </Button>
            {signedOut && (
              <div className="col-span-2">
                <LogInToReserve choice={panel.choice} size="md" />
              </div>
            )}
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
