// The agency's brand: its own logo, or the default mark. The name stands next to a logo without text. The server
// renders the same markup (crates/server/src/site/page/body/brand.html).
import clsx from 'clsx';
import { useConfig, useSiteName } from '../api/useConfig';
import { Logo } from '../ui/Logo';

export function Brand({ slim }: { slim: boolean }) {
  const logo = useConfig()?.site?.logo;
  const name = useSiteName();
  // Wide logos shrink; tall ones keep the height of the line.
  const shape = clsx('w-auto max-w-44 object-contain object-left sm:max-w-56', slim ? 'h-6' : 'h-9');
  const size = logo && { width: logo.width, height: logo.height };
  return (
    <>
      {logo ? (
        <>
          <img alt="" {...size} src={logo.url} className={clsx(shape, logo.darkUrl && 'logo-light')} />
          {logo.darkUrl && (
            <img alt="" {...size} src={logo.darkUrl} loading="lazy" className={clsx(shape, 'logo-dark')} />
          )}
        </>
      ) : (
        <Logo className={clsx('shrink-0 text-ink', slim ? 'size-6' : 'size-8')} />
      )}
      {(!logo || logo.withName) && (
        <span className={clsx('truncate font-display font-semibold tracking-tight', slim ? 'text-base' : 'text-xl')}>
          {name}
        </span>
      )}
    </>
  );
}
