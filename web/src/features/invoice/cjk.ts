// CJK fonts, loaded only for a text that needs them. A device without such fonts would print empty boxes.
import japaneseUrl from './fonts/noto-sans-jp.woff2?url';
import koreanUrl from './fonts/noto-sans-kr.woff2?url';
import chineseUrl from './fonts/noto-sans-sc.woff2?url';

const FONTS = [
  { family: 'Invoice JP', url: japaneseUrl, needed: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
  // Han without kana is assumed to be Chinese; text with kana is Japanese.
  {
    family: 'Invoice SC',
    url: chineseUrl,
    needed: /^(?=.*\p{Script=Han})[^\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  },
  { family: 'Invoice KR', url: koreanUrl, needed: /\p{Script=Hangul}/u },
];

export const CJK_FAMILIES = FONTS.map(({ family }) => `"${family}"`).join(', ');

/** Font families that a text needs. */
export function requiredCjkFonts(text: string): string[] {
  return FONTS.filter(({ needed }) => needed.test(text)).map(({ family }) => family);
}

const loading = new Map<string, Promise<unknown>>();

/** A font that cannot be loaded is no failure: most devices of people with such names have their own. */
export async function loadCjkFonts(text: string): Promise<void> {
  const families = requiredCjkFonts(text);
  const wanted = FONTS.filter(({ family }) => families.includes(family));
  await Promise.allSettled(
    wanted.map(({ family, url }) => {
      const before = loading.get(family);
      if (before) return before;
      const font = new FontFace(family, `url(${url})`);
      const now = font.load().then(() => document.fonts.add(font));
      loading.set(family, now);
      now.catch(() => loading.delete(family));
      return now;
    }),
  );
}
