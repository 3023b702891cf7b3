// One picture of an article on its way to the server: multipart, with the true progress, at most ten minutes
// (document 2 §5 Image uploads and §7, decision 154). XMLHttpRequest, since fetch tells nothing of what it has sent.
import { keep, readFirst } from '../session/stores';

export type BlogPrefix = 'blogs/thumbnails' | 'blogs/banners' | 'blogs/images';

/** The forms refuse more; the server refuses 15 MB. */
const MOST_BYTES = 5 * 1024 * 1024;
const LONGEST_MS = 10 * 60_000;
const TYPES = ['jpeg', 'jpg', 'png', 'gif', 'webp', 'svg+xml', 'bmp', 'tiff', 'avif', 'heic', 'heif'];
/** Some systems know no type for these. */
const NAMES = /\.(heic|heif|avif|tiff?)$/i;

export const ACCEPT = [...TYPES.map((type) => `image/${type}`), '.heic', '.heif', '.avif', '.tif', '.tiff'].join(',');

/** Why a file is not sent at all. */
export function refusalOfFile(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const known = file.type === '' ? NAMES.test(file.name) : TYPES.some((type) => file.type === `image/${type}`);
  if (!known) return 'File type error: this is no image that can be used';
  if (file.size > MOST_BYTES) return 'File size error: File size exceeds 5MB limit';
  return null;
}

export class UploadFailure extends Error {
  override name = 'UploadFailure';
}

/** The address of the stored picture. `AbortError` when `signal` ends it. */
export function uploadPicture(
  file: File,
  keyPrefix: BlogPrefix,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((done, failed) => {
    const refusal = refusalOfFile(file);
    if (refusal) return failed(new UploadFailure(refusal));
    const body = new FormData();
    // Before the file: the server knows where it belongs when its bytes arrive.
    body.set('keyPrefix', keyPrefix);
    body.set('image', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload/single');
    request.timeout = LONGEST_MS;
    const asker = authorise(request);
    // The last part of the way is the server's look at it.
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 95) : 0);
    request.onload = () => {
      const fresh = request.getResponseHeader('x-access-token');
      // Somebody else may have signed in meanwhile.
      if (fresh && asker && readFirst('refreshToken') === asker) keep('accessToken', fresh);
      const answer = readAnswer(request.responseText);
      if (request.status >= 200 && request.status < 300 && answer.url) done(answer.url);
      else failed(new UploadFailure(wordsOf(request.status, answer.message)));
    };
    request.onerror = () => failed(new UploadFailure('Upload failed: no response from server'));
    request.ontimeout = () => failed(new UploadFailure('Upload failed: it took too long'));
    request.onabort = () => failed(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) failed(new DOMException('cancelled', 'AbortError'));
    else request.send(body);
  });
}

/** The refresh token of who asks. */
function authorise(request: XMLHttpRequest): string | null {
  const access = readFirst('accessToken');
  const refresh = readFirst('refreshToken');
  if (access) request.setRequestHeader('Authorization', `Bearer ${access}`);
  // With it the server takes an access token that ran out meanwhile, and answers with a fresh one.
  if (refresh) request.setRequestHeader('X-Refresh-Token', refresh);
  return refresh;
}

function readAnswer(text: string): { url?: string; message?: string } {
  try {
    const answer = JSON.parse(text);
    const url = answer?.url ?? answer?.data?.url;
    return {
      ...(typeof url === 'string' && { url }),
      ...(typeof answer?.message === 'string' && { message: answer.message }),
    };
  } catch {
    return {};
  }
}

/** The server's own words begin with 'File …' where they are about the file. */
function wordsOf(status: number, said: string | undefined): string {
  if (said?.startsWith('File ')) return said;
  if (status === 413) return 'File size error: the file is too large';
  return `Upload failed: ${said ?? 'server error'}`;
}
