// One picture of an article on its way to the server: multipart, as the documents' client sends it (document 2 §5 Image
// uploads and §7).
import { keep, readFirst } from '../session/session-storage';
import { type KeyPrefix, refusalOf } from './files';
import { sendWatched, UploadFailure, type Watch } from './request';

/** The address of the stored picture. `AbortError` when the watch's signal ends it. */
export async function uploadMultipart(file: File, keyPrefix: KeyPrefix, watch: Watch): Promise<string> {
  const refusal = refusalOf(file);
  if (refusal) throw new UploadFailure(refusal);
  const body = new FormData();
  // Before the file: the server knows where it belongs when its bytes arrive.
  body.set('keyPrefix', keyPrefix);
  body.set('image', file, file.name);
  const access = readFirst('accessToken');
  const refresh = readFirst('refreshToken');
  const headers = {
    ...(access && { Authorization: `Bearer ${access}` }),
    // With it the server takes an access token that ran out meanwhile, and answers with a fresh one.
    ...(refresh && { 'X-Refresh-Token': refresh }),
  };
  const request = await sendWatched('POST', '/api/upload/single', headers, body, watch);
  const fresh = request.getResponseHeader('x-access-token');
  // Somebody else may have signed in meanwhile.
  if (fresh && refresh && readFirst('refreshToken') === refresh) keep('accessToken', fresh);
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

/** The server's own words begin with 'File …' where they are about the file. */
function wordsOf(status: number, said: string | undefined): string {
  if (said?.startsWith('File ')) return said;
  if (status === 413) return 'File size error: the file is too large';
  return `Upload failed: ${said ?? 'server error'}`;
}
