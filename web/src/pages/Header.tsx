// The header of every page: a bar on desktops, a menu over the whole screen on phones (document 1 §2).
import clsx from 'clsx';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useConfig } from '../api/useConfig';
import { CurrencyToggle } from '../features/currency/CurrencyToggle';
import { HeaderSearch } from '../features/search/HeaderSearch';
import { UserMenu } from '../features/session/UserMenu';
import { paths } from '../paths';
import { IconButton } from '../ui/Button';
import { Logo } from '../ui/Logo';
import { NAV_LINKS } from './nav-links';

// Desktops never open it.
const MobileMenu = lazy(() => import('./MobileMenu'));

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pathname, key } = useLocation();
  const name = useConfig()?.name ?? 'Chautari';

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes the menu
  useEffect(() => setMenuOpen(false), [key]);

  return (
    <header className="sticky top-0 z-40 border-line border-b bg-paper/92 backdrop-blur-md print:hidden">
      <div className="page-width flex h-17 items-center gap-6">
        <Link to={paths.home} className="flex min-h-11 items-center gap-2.5" aria-label={`${name}, home`}>
          <Logo className="size-8 text-ink" />
          <span className="font-display font-semibold text-xl tracking-tight">{name}</span>
        </Link>
        <nav aria-label="Main" className="hidden lg:block">
          <ul className="flex">
            {NAV_LINKS.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className={({ isActive }) =>
                    clsx(
                      'relative flex h-17 items-center px-4 font-medium hover:text-ink',
                      isActive || (to === paths.blogs && pathname.startsWith('/blog/'))
                        ? 'text-ink after:absolute after:inset-x-4 after:bottom-0 after:h-0.5 after:bg-laligurans'
                        : 'text-ink-soft',
                    )
                  }
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <HeaderSearch className="ml-auto hidden w-full max-w-72 lg:block" />
        <div className="hidden items-center gap-4 lg:flex">
          <CurrencyToggle />
          <UserMenu />
        </div>
        <IconButton
          label="Menu"
          aria-expanded={menuOpen}
          onClick={() => {
            setWanted(true);
            setMenuOpen(true);
          }}
          className="-mr-2 ml-auto lg:hidden"
        >
          <MenuIcon aria-hidden className="size-6" strokeWidth={1.75} />
        </IconButton>
      </div>
      {wanted && (
        <Suspense fallback={null}>
          <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
        </Suspense>
      )}
    </header>
  );
}
