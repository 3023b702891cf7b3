// The picture behind the words of home: a chautari before the mountains, by day or by night, upright for phones.
import { useState } from 'react';
import { useTheme } from '../lib/theme';
import { HERO } from '../ui/picture-copies';
import { Ridge } from '../ui/Ridge';

/** Fills the nearest positioned ancestor that is isolated, with a wash that keeps the words readable. */
export function HeroPicture() {
  const theme = useTheme();
  const [failed, setFailed] = useState<string | null>(null);
  // The sky of the section stays, and a ridge before it: no broken sign, and the other theme has a try of its own.
  if (failed === theme) {
    return <Ridge className="absolute inset-x-0 bottom-0 -z-10 h-1/3 text-snow opacity-10" />;
  }
  const shown = HERO.filter((copy) => theme === 'system' || copy.theme === theme);
  return (
    <>
      <picture>
        {shown.map(({ src, window, srcSet, sizes, theme: of }) => (
          <source
            key={src}
            media={theme === 'system' ? `${window} and (prefers-color-scheme: ${of})` : window}
            srcSet={srcSet}
            sizes={sizes}
          />
        ))}
        <img
          src={shown[0]?.src}
          alt=""
          fetchPriority="high"
          decoding="async"
          onError={() => setFailed(theme)}
          className="absolute inset-0 -z-20 size-full object-cover object-[82%_100%]"
        />
      </picture>
      <div aria-hidden className="hero-wash absolute inset-0 -z-10" />
    </>
  );
}
