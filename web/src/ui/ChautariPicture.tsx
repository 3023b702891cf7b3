// The picture of the site itself: a chautari before the mountains, by day or by night, upright for phones.
import clsx from 'clsx';
import { useState } from 'react';
import { useTheme } from '../lib/theme';
import { HERO } from './picture-copies';
import { Ridge } from './Ridge';

/** A picture of the agency's own in place of the chautari, for every theme and window. */
interface OwnPicture {
  url: string;
  srcSet: string;
}

/** Behind the words at the top of a page, with a wash that keeps them readable. */
export function HeroPicture({ own }: { own?: OwnPicture | undefined }) {
  return (
    <>
      <ChautariPicture own={own} />
      <div aria-hidden className="hero-wash absolute inset-0 -z-10" />
    </>
  );
}

/**
 * Fills the nearest positioned ancestor that is isolated. With `sizes` it is not as wide as the window, and not what a visitor
 * comes for: it is fetched once it is in sight.
 */
export function ChautariPicture({ sizes, own }: { sizes?: string; own?: OwnPicture | undefined }) {
  const theme = useTheme();
  const [failed, setFailed] = useState<string | null>(null);
  // The sky behind it stays, and a ridge before it: no broken sign, and the other theme has a try of its own.
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
        // Before src: Safari would fetch src while it waits for the rest.
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
