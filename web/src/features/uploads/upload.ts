// Uploads a picture of a trek: requests a signed URL, sends the file to the store with progress, then completes the
// upload (decisions §3, §10 "Uploads").
import { ApiFailure, api, requestData, send } from '../../api/client';
import type { UploadAsked, UploadSigned } from '../../api/types';
import { uploadCompletedAnswer, uploadSignedAnswer } from '../../api/validators/upload';
import { type KeyPrefix, mimeType, validateFile } from './files';
import { sendWithProgress, UploadFailure, type UploadOptions } from './request';

/** Returns the URL of the stored picture. Rejects with `AbortError` when the watch's signal is aborted. */
export async function uploadImage(file: File, keyPrefix: KeyPrefix, watch: UploadOptions): Promise<string> {
  const refusal = validateFile(file);
  if (refusal) throw new UploadFailure(refusal);
  const contentType = mimeType(file) ?? '';
  const { signal } = watch;
  try {
    const body: UploadAsked = { fileName: file.name, contentType, size: file.size, keyPrefix };
    const signed = await requestData(api.POST('/api/upload/sign', { body, signal }), uploadSignedAnswer);
    await put(file, signed, watch);
    const { publicUrl } = signed;
    const call = api.POST('/api/upload/complete', { body: { publicUrl }, signal });
    const completed = await requestData(call, uploadCompletedAnswer);
    watch.onProgress(100);
    return completed.publicUrl;
  } catch (failure) {
    if (failure instanceof ApiFailure) throw new UploadFailure(wordsOf(failure));
    throw failure;
  }
}

/** Messages of the server about the file itself start with 'File type error' or 'File size error'. */
function wordsOf(failure: ApiFailure): string {
  const said = failure.serverMessage;
  if (said?.startsWith('File ')) return said;
  if (failure.isInvalidResponse) return 'Upload failed: no data received from server';
  return `Upload failed: ${said ?? (failure.status === 0 ? 'no response from server' : 'server error')}`;
}

async function put(file: File, signed: UploadSigned, watch: UploadOptions): Promise<void> {
  // Browsers set these headers themselves and forbid setting them.
  const headers = Object.entries(signed.headers).filter(([name]) => !/^(host|content-length)$/i.test(name));
  const { status } = await sendWithProgress(signed.method, signed.uploadUrl, Object.fromEntries(headers), file, watch);
  if (status < 200 || status >= 300) throw new UploadFailure(refused(status));
}

function refused(status: number): string {
  if (status === 413) return 'File size error: the file is too large';
  if (status === 415) return 'File type error: this is not a supported image';
  return 'Upload failed: the file was not accepted';
}

/** Best effort: the server keeps pictures in use and deletes unused ones itself. */
export async function deleteImage(url: string): Promise<void> {
  await send(api.DELETE('/api/upload/delete', { body: { url } }), 'silent').catch(() => {});
}
