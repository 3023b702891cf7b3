// The text of an article with its pictures between the paragraphs, as far apart as there are paragraphs for it.
import { Fragment } from 'react';
import { Picture } from '../../ui/Picture';

/** A picture stands after at least so many paragraphs; what finds no room follows the text. */
const BETWEEN = 2;

/** After which paragraph (from 1) each picture stands. */
export function picturesAfter(paragraphs: number, pictures: number): number[] {
  const step = Math.max(BETWEEN, Math.floor(paragraphs / (pictures + 1)));
  return Array.from({ length: pictures }, (_, index) => Math.min(paragraphs, (index + 1) * step));
}

export function ArticleBody({
  content,
  pictures,
  placeholders,
}: {
  content: string[];
  pictures: string[];
  /** By address. */
  placeholders: Record<string, string> | undefined;
}) {
  const places = picturesAfter(content.length, pictures.length);
  return (
    <div className="mt-10 space-y-5 text-lg">
      {content.map((paragraph, index) => {
        const here = pictures.filter((_, place) => places[place] === index + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a finished text keep their places
          <Fragment key={index}>
            <p className="wrap-anywhere">{paragraph}</p>
            {here.length > 0 && (
              <ul className={here.length > 1 ? 'grid gap-3 py-3 sm:grid-cols-2' : 'py-3'}>
                {here.map((image) => (
                  <li key={image} className="flex">
                    <Picture
                      src={image}
                      placeholder={placeholders?.[image]}
                      sizes={here.length > 1 ? '(min-width: 48rem) 22rem, 100vw' : '(min-width: 48rem) 44rem, 100vw'}
                      className="aspect-[16/10] w-full rounded-lg"
                    />
                  </li>
                ))}
              </ul>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
