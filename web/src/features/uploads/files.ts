// Image types and sizes that the forms accept (document 2 §5 Uploads, decisions §6). The server also checks the
// content.

/** Folder on the server (decisions §10 "Uploads"). */
export type KeyPrefix = 'images/banner' | 'images/secondary' | 'blogs/thumbnails' | 'blogs/banners' | 'blogs/images';

/** Limit of the forms in bytes; the server's limit is 15 MB. */
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

/** For the `accept` attribute. Includes extensions, because some systems have no MIME type for them. */
export const ACCEPT = [...new Set(Object.values(TYPES)), '.heic', '.heif', '.avif', '.tiff'].join(',');

/** MIME type from the system, or from the file name if that is empty; null for other files. */
export function mimeType(file: Pick<File, 'name' | 'type'>): string | null {
  const said = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  if (said !== '') return Object.values(TYPES).includes(said) ? said : null;
  return TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
}

/** Reason why a file is not uploaded; null if it is accepted. */
export function validateFile(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (mimeType(file) === null) return 'File type error: this is not a supported image';
  if (file.size > MAX_BYTES) return `File size error: ${TOO_LARGE}`;
  return null;
}
