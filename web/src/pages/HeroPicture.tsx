// The picture behind the words of home: a chautari before the mountains, by day or by night, upright for phones.
import { useTheme } from '../lib/theme';
import { HERO } from '../ui/picture-copies';

/** Fills the nearest positioned ancestor that is isolated, with a wash that keeps the words readable. */
export function HeroPicture() {
  const theme = useTheme();
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
          className="absolute inset-0 -z-20 size-full object-cover object-[82%_100%]"
        />
      </picture>
      <div aria-hidden className="hero-wash absolute inset-0 -z-10" />
    </>
  );
}
