// Uploads a picture of an article as multipart/form-data (document 2 §5 Image uploads and §7).
import { ApiFailure } from '../../api/failure';
import { isValid } from '../../api/validate';
import { uploadedAnswer } from '../../api/validators/upload';
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
  const response = parse(request.responseText);
  if (request.status >= 200 && request.status < 300 && isValid(uploadedAnswer, response)) return response.url;
  throw new UploadFailure(wordsOf(new ApiFailure(request.status, response)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Messages of the server about the file itself start with 'File …'. */
function wordsOf({ status, serverMessage }: ApiFailure): string {
  if (serverMessage?.startsWith('File ')) return serverMessage;
  if (status === 413) return 'File size error: the file is too large';
  return `Upload failed: ${serverMessage ?? 'server error'}`;
}
