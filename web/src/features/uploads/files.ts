// Which files the forms take as pictures (document 2 §5 Uploads, decisions §6); the server looks inside them besides.

/** Where the server keeps it (decisions §10 "Uploads"). */
export type KeyPrefix = 'images/banner' | 'images/secondary' | 'blogs/thumbnails' | 'blogs/banners' | 'blogs/images';

/** The forms refuse more than this; the server refuses 15 MB. */
export const MAX_BYTES = 5 * 1024 * 1024;
export const TOO_LARGE = 'File size exceeds 5MB limit';

const TYPES: Record<string, string> = {
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  tif: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
};

/** For the `accept` of a file input. With endings for what some systems have no type for, and would hide. */
export const ACCEPT = [...new Set(Object.values(TYPES)), '.heic', '.heif', '.avif', '.tiff'].join(',');

/** What the system says, or the name where it says nothing; null is no picture. */
export function typeOf(file: Pick<File, 'name' | 'type'>): string | null {
  const said = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  if (said !== '') return Object.values(TYPES).includes(said) ? said : null;
  return TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
}

/** Why a file is not sent at all. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (typeOf(file) === null) return 'File type error: this is not a supported image';
  if (file.size > MAX_BYTES) return `File size error: ${TOO_LARGE}`;
  return null;
}
