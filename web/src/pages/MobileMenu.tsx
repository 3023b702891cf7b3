// The full-screen menu of phones: links, search, currency, login and logout.
import { ArrowRight } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { CurrencyToggle } from '../features/currency/CurrencyToggle';
import { HeaderSearch } from '../features/search/HeaderSearch';
import { homeOf, isGuide, isStaff } from '../features/session/roles';
import { useLogOut } from '../features/session/useLogOut';
import { useSession } from '../features/session/useSession';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/Button';
import { Sheet } from '../ui/Dialog';
import { ThemeToggle } from '../ui/ThemeToggle';
import { NAV_LINKS } from './nav-links';

export default function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { user } = useSession();
  const { logOut, leaving } = useLogOut();
  const close = () => onOpenChange(false);
  const staff = isStaff(user);
  return (
    <Sheet side="full" open={open} onOpenChange={onOpenChange} title="Menu">
      <HeaderSearch onGone={close} />
      <nav aria-label="Main" className="mt-6">
        <ul className="divide-y divide-line border-line border-y">
          {NAV_LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === paths.home}
                onClick={close}
                className="group flex min-h-16 items-center justify-between font-display font-semibold text-2xl"
              >
                <span className="border-transparent border-b-2 group-aria-[current=page]:border-laligurans">
                  {label}
                </span>
                <ArrowRight aria-hidden className="size-5 text-ink-soft" />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 grid gap-3">
        {user ? (
          <>
            <Link to={homeOf(user)} onClick={close} className="min-h-11 content-center font-semibold text-lg">
              {user.name || 'User'}
            </Link>
            {isGuide(user) && (
              <ButtonLink to={paths.guide} onClick={close}>
                My departures
              </ButtonLink>
            )}
            <ButtonLink variant="secondary" to={staff ? paths.admin : paths.dashboard} onClick={close}>
              {staff ? 'Admin Dashboard' : 'User Dashboard'}
            </ButtonLink>
            <Button
              variant="ghost"
              loading={leaving}
              onClick={() => {
                close();
                logOut();
              }}
            >
              Logout
            </Button>
          </>
        ) : (
          <>
            <ButtonLink to={paths.login} onClick={close}>
              Login
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.signup} onClick={close}>
              Sign Up
            </ButtonLink>
          </>
        )}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <CurrencyToggle />
        <ThemeToggle small />
      </div>
    </Sheet>
  );
}
