// HTTP request with upload progress. Uses XMLHttpRequest, because fetch does not report it.

/** Slow connections need minutes for a picture (decision 154). */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Its message is shown to the user. */
export class UploadFailure extends Error {
  override name = 'UploadFailure';
}

export interface UploadOptions {
  /** Percent, from 0 to 100. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/**
 * Resolves with the response, whatever its status; rejects with `AbortError` when `signal` is aborted. Sending counts
 * as 95 percent, the rest is the server's check.
 */
export function sendWithProgress(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: File | FormData,
  { onProgress, signal }: UploadOptions,
): Promise<XMLHttpRequest> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = UPLOAD_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 95) : 0);
    request.onload = () => done(request);
    request.onerror = () => failed(new UploadFailure('Upload failed: no response from server'));
    request.ontimeout = () => failed(new UploadFailure('Upload failed: it took too long'));
    request.onabort = () => failed(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) failed(new DOMException('cancelled', 'AbortError'));
    else request.send(body);
  });
}
