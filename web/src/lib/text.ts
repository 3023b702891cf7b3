// Small work on words: matching, counting, shortening, and which addresses may be followed.

/** Case-insensitive substring, as the documents ask; blank text matches everything. */
export function contains(text: string, part: string): boolean {
  return text.toLocaleLowerCase('en').includes(part.trim().toLocaleLowerCase('en'));
}

/** plural(1, 'day') → '1 day'; plural(12, 'day') → '12 days' */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** '5,545 m' */
export function metres(height: number): string {
  return `${Math.round(height).toLocaleString('en-US')} m`;
}

/** Cut at a word, with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.slice(0, most).lastIndexOf(' ');
  return `${text.slice(0, space > most / 2 ? space : most - 1).trimEnd()}…`;
}

/**
 * A path of this site out of `?next=`, else the fallback. One slash only: `//host` and `/\host` are other sites to a
 * browser, and control characters would be dropped by it before it looks.
 */
export function localPath(next: string | null | undefined, fallback = '/'): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return fallback;
  for (const letter of next) if (letter < ' ' || letter === '\u007f' || letter === '\\') return fallback;
  return next;
}
