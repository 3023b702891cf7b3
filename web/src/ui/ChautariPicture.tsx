// The site's picture: a chautari in front of mountains, by day or night, with an upright version for phones.
import clsx from 'clsx';
import { useState } from 'react';
import { useTheme } from '../lib/theme';
import { HERO } from './picture-copies';
import { Ridge } from './Ridge';

/** The agency's own picture, which replaces the chautari in every theme and window size. */
interface OwnPicture {
  url: string;
  srcSet: string;
}

/** Background of the top of a page, with an overlay that keeps the text readable. */
export function HeroPicture({ own }: { own?: OwnPicture | undefined }) {
  return (
    <>
      <ChautariPicture own={own} />
      <div aria-hidden className="hero-wash absolute inset-0 -z-10" />
    </>
  );
}

/**
 * Fills the nearest positioned, isolated ancestor. With `sizes` it is narrower than the window and loaded lazily,
 * because it is not the main content.
 */
export function ChautariPicture({ sizes, own }: { sizes?: string; own?: OwnPicture | undefined }) {
  const theme = useTheme();
  const [failed, setFailed] = useState<string | null>(null);
  // After a failure a ridge replaces the broken image. The other theme is tried separately.
  if (failed === theme) {
    return <Ridge className="absolute inset-x-0 bottom-0 -z-10 h-1/3 text-snow opacity-10" />;
  }
  const shown = own ? [] : HERO.filter((copy) => theme === 'system' || copy.theme === theme);
  return (
    <picture>
      {shown.map((copy) => (
        <source
          key={copy.src}
          media={theme === 'system' ? `${copy.window} and (prefers-color-scheme: ${copy.theme})` : copy.window}
          srcSet={copy.srcSet}
          sizes={sizes ?? copy.sizes}
        />
      ))}
      <img
        // Before src, because Safari would otherwise load src while it waits for the other attributes.
        {...(sizes ? { loading: 'lazy' } : { fetchPriority: 'high' })}
        {...(own?.srcSet && { srcSet: own.srcSet, sizes: sizes ?? '100vw' })}
        src={own?.url ?? shown[0]?.src}
        alt=""
        decoding="async"
        onError={() => setFailed(theme)}
        className={clsx(
          'absolute inset-0 -z-20 size-full object-cover',
          own ? 'object-center' : sizes ? 'object-[95%_100%]' : 'object-[82%_90%]',
        )}
      />
    </picture>
  );
}
