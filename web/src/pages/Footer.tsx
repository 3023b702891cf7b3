// The footer of every page except the desk (decision 135): newsletter, links, contact, year.
import clsx from 'clsx';
import { Link, useLocation } from 'react-router';
import { useConfig, useSiteName } from '../api/useConfig';
import { CurrencyToggle } from '../features/currency/CurrencyToggle';
import { SubscribeForm } from '../features/newsletter/SubscribeForm';
import { isUnderWay, paths } from '../paths';
import { Ridge } from '../ui/Ridge';
import { ThemeToggle } from '../ui/ThemeToggle';

const linkClass = 'inline-flex min-h-11 items-center text-ink hover:text-glacier hover:underline underline-offset-4';

export function Footer() {
  const config = useConfig();
  const name = useSiteName();
  const { pathname } = useLocation();
  const quiet = isUnderWay(pathname);
  return (
    <footer className="relative mt-24 border-line border-t bg-stone print:hidden">
      <Ridge flat className="absolute inset-x-0 bottom-full h-16 text-stone" />
      {!quiet && (
        <div className="page-width">
          <SubscribeForm className="grid gap-x-12 gap-y-3 border-line border-b py-8 md:grid-cols-[1.6fr_1fr_1fr]" />
        </div>
      )}
      <div
        className={clsx(
          // Two columns also on phones; one column in narrower windows or with larger text.
          'page-width grid gap-x-6 gap-y-8 py-12 min-[22rem]:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[1.6fr_1fr_1fr] md:gap-x-12',
          quiet && 'hidden',
        )}
      >
        <div className="col-span-full md:col-auto">
          <p className="font-display font-semibold text-2xl">{name}</p>
          <p className="wrap-anywhere mt-2 max-w-sm text-ink-soft">
            {config?.site?.footerText ?? (
              <>
                A chautari{' '}
                <span lang="ne" className="own-word">
                  (चौतारी)
                </span>{' '}
                is the stone ledge under two trees where people on the trail put down their loads.
              </>
            )}
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            <CurrencyToggle />
            <ThemeToggle small />
          </div>
        </div>
        <nav aria-label="Pages">
          <ul>
            <li>
              <Link to={paths.packages} className={linkClass}>
                Packages
              </Link>
            </li>
            <li>
              <Link to={paths.customTrek} className={linkClass}>
                Custom trek
              </Link>
            </li>
            <li>
              <Link to={paths.blogs} className={linkClass}>
                Blogs
              </Link>
            </li>
            {config?.contactEmail && (
              <li>
                <a href={`mailto:${config.contactEmail}`} className={linkClass}>
                  {config.contactEmail}
                </a>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-label="Legal">
          <ul>
            <li>
              <Link to={paths.terms} className={linkClass}>
                Terms of Service
              </Link>
            </li>
            <li>
              <Link to={paths.privacy} className={linkClass}>
                Privacy Policy
              </Link>
            </li>
            {config?.site?.footerLinks.map(({ label, url }) => (
              <li key={`${label} ${url}`}>
                <a href={url} rel="noopener" className={clsx(linkClass, 'wrap-anywhere')}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="page-width">
        <p className={clsx('py-5 text-ink-soft text-sm', !quiet && 'border-line border-t')}>
          © {new Date().getFullYear()} {config?.company.name ?? name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
