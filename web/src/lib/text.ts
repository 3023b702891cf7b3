// Text functions: matching, shortening, lists, and validation of local paths. Numbers: format.ts.

export { metres, plural } from './format';

/** Case-insensitive substring match, as the documents require. A blank `part` matches everything. */
export function contains(text: string, part: string): boolean {
  return text.toLocaleLowerCase('en').includes(part.trim().toLocaleLowerCase('en'));
}

/** Shortens at a word boundary, with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.slice(0, most).lastIndexOf(' ');
  return `${text.slice(0, space > most / 2 ? space : most - 1).trimEnd()}…`;
}

/**
 * A path of this site from `?next=`, otherwise the fallback. Browsers treat `//host` and `/\host` as other sites and
 * remove control characters before parsing.
 */
export function localPath(next: string | null | undefined, fallback = '/'): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return fallback;
  for (const letter of next) if (letter < ' ' || letter === '\u007f' || letter === '\\') return fallback;
  return next;
}

/** 'a', 'a and b', 'a, b and c' */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

const MAX_NAMED = 5;

/** 'Location, Route 1: description and 3 more' */
export function joinFieldNames(fields: readonly string[]): string {
  const rest = fields.length - MAX_NAMED;
  return fields.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
