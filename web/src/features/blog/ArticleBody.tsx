// Text of an article with its pictures distributed evenly between the paragraphs.
import { Fragment } from 'react';
import { Picture } from '../../ui/Picture';

/** Minimum number of paragraphs before each picture. Remaining pictures follow the text. */
const MIN_PARAGRAPHS_BETWEEN = 2;

/** The paragraph (counted from 1) that each picture follows. */
export function picturesAfter(paragraphs: number, pictures: number): number[] {
  const step = Math.max(MIN_PARAGRAPHS_BETWEEN, Math.floor(paragraphs / (pictures + 1)));
  return Array.from({ length: pictures }, (_, index) => Math.min(paragraphs, (index + 1) * step));
}

export function ArticleBody({
  content,
  pictures,
  placeholders,
}: {
  content: string[];
  pictures: string[];
  /** Keyed by picture URL. */
  placeholders: Record<string, string> | undefined;
}) {
  const places = picturesAfter(content.length, pictures.length);
  return (
    <div className="mt-10 space-y-5 text-lg">
      {content.map((paragraph, index) => {
        const here = pictures.filter((_, place) => places[place] === index + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a published text keep their order
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
