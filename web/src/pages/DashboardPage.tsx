// /dashboard: the account page with its side menu; the open section is in the address (decisions 16, 17).
import clsx from 'clsx';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ACCOUNT_SECTIONS, sectionOf } from '../features/account/sections';
import { InvoiceButton } from '../features/invoice/InvoiceButton';
import { paths } from '../paths';
import { PageLoading } from './PageLoading';

const MyBookings = lazy(() => import('../features/account/MyBookings'));
const PersonalInfo = lazy(() => import('../features/account/PersonalInfo'));

export function DashboardPage() {
  const [search] = useSearchParams();
  const open = sectionOf(search.get('section'));
  const label = ACCOUNT_SECTIONS.find((section) => section.id === open)?.label;
  return (
    <div className="page-width grid gap-x-14 gap-y-8 pt-10 pb-16 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <title>{`${label} · Chautari`}</title>
      <nav aria-label="Account">
        <ul className="flex gap-1 border-line border-b lg:grid lg:border-b-0">
          {ACCOUNT_SECTIONS.map((section) => (
            <li key={section.id}>
              <Link
                to={paths.dashboardSection(section.id)}
                aria-current={section.id === open ? 'page' : undefined}
                className={clsx(
                  'flex min-h-11 items-center px-3 font-medium lg:rounded-sm',
                  section.id === open
                    ? 'text-ink shadow-[inset_0_-2px_0_var(--color-laligurans)] lg:bg-stone lg:shadow-[inset_2px_0_0_var(--color-laligurans)]'
                    : 'text-ink-soft hover:text-ink',
                )}
              >
                {section.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="section-title" className="min-w-0">
        <h1 id="section-title" className="text-4xl">
          {label}
        </h1>
        <div className="mt-6">
          <Suspense fallback={<PageLoading />}>
            {open === 'my-bookings' ? (
              <MyBookings
                invoice={(booking) => (
                  <InvoiceButton booking={booking} variant="secondary" aria-label={`Invoice for ${booking.trek.name}`}>
                    Invoice
                  </InvoiceButton>
                )}
              />
            ) : (
              <PersonalInfo />
            )}
          </Suspense>
        </div>
      </section>
    </div>
  );
}
