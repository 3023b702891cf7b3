// One picture on its way: a signed address, the file straight to the store with progress, then the server's check
// (decisions §3, §10 "Uploads"). XMLHttpRequest, since fetch tells nothing of what it has sent.
import { ApiFailure, api, ask } from '../../api/client';
import { refusalOf, typeOf } from './files';

export type KeyPrefix = 'images/banner' | 'images/secondary' | 'blogs/thumbnails' | 'blogs/banners' | 'blogs/images';

/** Slow lines take minutes for a picture (decision 154). */
const LONGEST_MS = 10 * 60_000;

export class UploadFailure extends Error {
  override name = 'UploadFailure';
}

interface Signed {
  uploadUrl: string;
  method: string;
  headers: Record<string, string>;
  publicUrl: string;
}

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
const post: Call = (path, init) => (api.POST as unknown as Call)(path, init);
const erase: Call = (path, init) => (api.DELETE as unknown as Call)(path, init);

/** The address of the stored picture. `AbortError` when `signal` ends it. */
export async function uploadImage(
  file: File,
  keyPrefix: KeyPrefix,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  const refusal = refusalOf(file);
  if (refusal) throw new UploadFailure(refusal);
  const contentType = typeOf(file);
  try {
    const body = { fileName: file.name, contentType, size: file.size, keyPrefix };
    const signed = dataOf<Signed>(await ask(post('/api/upload/sign', { body, signal }), 'silent'));
    if (!signed?.uploadUrl || !signed.publicUrl) throw new UploadFailure('Upload failed: no data received from server');
    // Sending is most of the way; the rest is the server's look at it.
    await put(file, signed, (part) => onProgress(Math.round(part * 95)), signal);
    const { publicUrl } = signed;
    const done = await ask(post('/api/upload/complete', { body: { publicUrl }, signal }), 'silent');
    onProgress(100);
    return dataOf<{ publicUrl?: string }>(done)?.publicUrl ?? publicUrl;
  } catch (failure) {
    if (failure instanceof ApiFailure) throw new UploadFailure(wordsOf(failure));
    throw failure;
  }
}

/** The server's own words begin with 'File type error' or 'File size error' where they are about the file. */
function wordsOf(failure: ApiFailure): string {
  const said = failure.serverMessage;
  if (said?.startsWith('File ')) return said;
  return `Upload failed: ${said ?? (failure.status === 0 ? 'no response from server' : 'server error')}`;
}

function dataOf<Data>(answer: unknown): Data | undefined {
  return (answer as { data?: Data } | undefined)?.data;
}

function put(file: File, signed: Signed, onPart: (part: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(signed.method || 'PUT', signed.uploadUrl);
    request.timeout = LONGEST_MS;
    for (const [name, value] of Object.entries(signed.headers ?? {})) {
      // A browser sets these itself and refuses to be told.
      if (!/^(host|content-length)$/i.test(name)) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) done();
      else failed(new UploadFailure(refused(request.status)));
    };
    request.onerror = () => failed(new UploadFailure('Upload failed: no response from server'));
    request.ontimeout = () => failed(new UploadFailure('Upload failed: it took too long'));
    request.onabort = () => failed(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) failed(new DOMException('cancelled', 'AbortError'));
    else request.send(file);
  });
}

function refused(status: number): string {
  if (status === 413) return 'File size error: the file is too large';
  if (status === 415) return 'File type error: this is no image that can be used';
  return 'Upload failed: the file was not accepted';
}

/** Best effort: the server keeps what is in use, and sweeps what nobody uses. */
export async function deleteImage(url: string): Promise<void> {
  await ask(erase('/api/upload/delete', { body: { url } }), 'silent').catch(() => {});
}
