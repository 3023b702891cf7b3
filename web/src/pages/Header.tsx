// The header of every page: a bar on desktops, a full-screen menu on phones (document 1 §2).
import clsx from 'clsx';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useSiteName } from '../api/useConfig';
import { CurrencyToggle } from '../features/currency/CurrencyToggle';
import { HeaderSearch } from '../features/search/HeaderSearch';
import { isStaff } from '../features/session/roles';
import { UserMenu } from '../features/session/UserMenu';
import { useSession } from '../features/session/useSession';
import { lazyComponent, useWhenIdle } from '../lib/lazy-component';
import { isDesk, isUnderWay, paths } from '../paths';
import { IconButton } from '../ui/Button';
import { DialogFrame } from '../ui/Dialog';
import { ThemeToggle } from '../ui/ThemeToggle';
import { Brand } from './Brand';
import { NAV_LINKS } from './nav-links';

// Loaded separately, because desktops never open it.
const MobileMenu = lazyComponent(async () => {
  const [file] = await Promise.all([import('./MobileMenu'), DialogFrame.preload()]);
  return file.default;
});

// Only on the desk. The fallback reserves its space, so that the header does not shift when it loads.
const AgencyEvents = lazyComponent(
  () => import('../features/admin/AgencyEvents').then((file) => file.default),
  () => <span className="size-11 shrink-0 print:hidden" />,
);

function preloadOnPhones() {
  if (window.matchMedia('(width < 64rem)').matches) void MobileMenu.preload();
}

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pathname, key } = useLocation();
  const name = useSiteName();
  const { user } = useSession();
  useWhenIdle(preloadOnPhones);
  // Pages of the booking process show fewer links.
  const quiet = isUnderWay(pathname);
  // A slim header over the full width (main.css).
  const desk = isDesk(pathname);
  const showsEvents = desk && isStaff(user);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page closes the menu
  useEffect(() => setMenuOpen(false), [key]);

  return (
    <header className="sticky top-0 z-40 border-line border-b bg-paper print:hidden">
      <div className={clsx('page-width flex h-(--header) items-center gap-4', desk ? 'xl:gap-6' : 'lg:gap-6')}>
        <Link to={paths.home} className="flex min-h-11 min-w-0 items-center gap-2.5" aria-label={`${name}, home`}>
          <Brand slim={desk} />
        </Link>
        <nav aria-label="Main" className={quiet ? 'hidden' : 'hidden lg:block'}>
          <ul className="flex">
            {NAV_LINKS.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className={({ isActive }) =>
                    clsx(
                      'relative flex h-(--header) items-center font-medium hover:text-ink',
                      desk ? 'px-2 text-sm xl:px-3' : 'px-4',
                      isActive || (to === paths.blogs && pathname.startsWith('/blog/'))
                        ? 'text-ink after:absolute after:inset-x-4 after:bottom-0 after:h-0.5 after:bg-laligurans forced-colors:after:bg-[Highlight]'
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
        {quiet ? (
          <span className="ml-auto" />
        ) : (
          <HeaderSearch
            className={clsx(
              'ml-auto hidden min-w-36 max-w-72 flex-[1_1_9rem]',
              desk ? 'text-sm xl:block [&_input]:min-h-9' : 'lg:block',
            )}
          />
        )}
        {showsEvents && (
          <div className="ml-auto lg:-mr-2 xl:ml-0">
            <AgencyEvents wanted={false} />
          </div>
        )}
        <div className="hidden items-center gap-4 lg:flex">
          <CurrencyToggle />
          {/* On other pages it is in the footer. */}
          {desk && <ThemeToggle small />}
          <UserMenu />
        </div>
        <IconButton
          label="Menu"
          aria-expanded={menuOpen}
          onPointerEnter={() => void MobileMenu.preload()}
          onFocus={() => void MobileMenu.preload()}
          onClick={() => {
            setWanted(true);
            setMenuOpen(true);
          }}
          className={clsx('-mr-3.5 lg:hidden', showsEvents ? '-ml-3' : 'ml-auto')}
        >
          <MenuIcon aria-hidden className="size-6" strokeWidth={1.75} />
        </IconButton>
      </div>
      {wanted && <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />}
    </header>
  );
}
