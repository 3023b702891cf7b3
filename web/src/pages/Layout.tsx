// The layout of every page: skip link, header, page, footer (not on the desk). Navigation moves the focus to the page.
import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useConfig, useSiteName } from '../api/useConfig';
import { isAdmin, isDesk } from '../paths';
import { Announcer } from './Announcer';
import { Footer } from './Footer';
import { Header } from './Header';
import { OfflineBanner } from './OfflineBanner';

export function Layout() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const desk = isDesk(pathname);
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    // The desk has a slim header and the full width (main.css), which its tables need.
    <div data-desk={desk || undefined} className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {state === 'loading' && (
        <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-shimmer bg-laligurans" />
      )}
      <Header />
      <PrintHeader />
      <OfflineBanner />
      <main id="main" ref={main} tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      {/* On every page except the desk (decision 135). */}
      {!isAdmin(pathname) && <Footer />}
      <Announcer />
      {/* Typed and reloaded URLs all have the key 'default', so their positions are stored by path. */}
      <ScrollRestoration getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)} />
    </div>
  );
}

/** Printed instead of the header: the agency's name and contact. */
function PrintHeader() {
  const name = useSiteName();
  const { contactEmail, contactPhone } = useConfig() ?? {};
  return (
    <p className="page-width hidden pt-4 font-semibold print:block">
      {[name, contactEmail, contactPhone].filter(Boolean).join(' · ')}
    </p>
  );
}
