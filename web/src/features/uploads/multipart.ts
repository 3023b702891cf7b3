// Uploads a picture of an article as multipart/form-data (document 2 §5 Image uploads and §7).
import { readStored, storeValue } from '../session/session-storage';
import { type KeyPrefix, validateFile } from './files';
import { sendWithProgress, UploadFailure, type UploadOptions } from './request';

/** Returns the URL of the stored picture. Rejects with `AbortError` when the watch's signal is aborted. */
export async function uploadMultipart(file: File, keyPrefix: KeyPrefix, watch: UploadOptions): Promise<string> {
  const refusal = validateFile(file);
  if (refusal) throw new UploadFailure(refusal);
  const body = new FormData();
  // Before the file, because the server needs it when the first bytes arrive.
  body.set('keyPrefix', keyPrefix);
  body.set('image', file, file.name);
  const access = readStored('accessToken');
  const refresh = readStored('refreshToken');
  const headers = {
    ...(access && { Authorization: `Bearer ${access}` }),
    // With the refresh token the server accepts an expired access token and returns a new one.
    ...(refresh && { 'X-Refresh-Token': refresh }),
  };
  const request = await sendWithProgress('POST', '/api/upload/single', headers, body, watch);
  const fresh = request.getResponseHeader('x-access-token');
  // Skipped if another user has signed in meanwhile.
  if (fresh && refresh && readStored('refreshToken') === refresh) storeValue('accessToken', fresh);
  const { url, message } = readAnswer(request.responseText);
  if (request.status >= 200 && request.status < 300 && url) return url;
  throw new UploadFailure(wordsOf(request.status, message));
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

/** Messages of the server about the file itself start with 'File …'. */
function wordsOf(status: number, said: string | undefined): string {
  if (said?.startsWith('File ')) return said;
  if (status === 413) return 'File size error: the file is too large';
  return `Upload failed: ${said ?? 'server error'}`;
}
