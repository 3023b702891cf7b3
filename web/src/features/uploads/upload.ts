// One picture of a trek on its way: a signed address, the file straight to the store with progress, then the server's
// check (decisions §3, §10 "Uploads").
import { ApiFailure, api, ask } from '../../api/client';
import type { UploadAsked, UploadSigned } from '../../api/types';
import { type KeyPrefix, refusalOf, typeOf } from './files';
import { sendWatched, UploadFailure, type Watch } from './request';

/** The address of the stored picture. `AbortError` when the watch's signal ends it. */
export async function uploadImage(file: File, keyPrefix: KeyPrefix, watch: Watch): Promise<string> {
  const refusal = refusalOf(file);
  if (refusal) throw new UploadFailure(refusal);
  const contentType = typeOf(file) ?? '';
  const { signal } = watch;
  try {
    const body: UploadAsked = { fileName: file.name, contentType, size: file.size, keyPrefix };
    const signed = (await ask(api.POST('/api/upload/sign', { body, signal }), 'silent'))?.data;
    if (!signed?.uploadUrl || !signed.publicUrl) throw new UploadFailure('Upload failed: no data received from server');
    await put(file, signed, watch);
    const { publicUrl } = signed;
    const done = await ask(api.POST('/api/upload/complete', { body: { publicUrl }, signal }), 'silent');
    watch.onProgress(100);
    return done?.data?.publicUrl ?? publicUrl;
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

async function put(file: File, signed: UploadSigned, watch: Watch): Promise<void> {
  // A browser sets these itself and refuses to be told.
  const headers = Object.entries(signed.headers ?? {}).filter(([name]) => !/^(host|content-length)$/i.test(name));
  const { status } = await sendWatched(
    signed.method || 'PUT',
    signed.uploadUrl,
    Object.fromEntries(headers),
    file,
    watch,
  );
  if (status < 200 || status >= 300) throw new UploadFailure(refused(status));
}

function refused(status: number): string {
  if (status === 413) return 'File size error: the file is too large';
  if (status === 415) return 'File type error: this is not a supported image';
  return 'Upload failed: the file was not accepted';
}

/** Best effort: the server keeps what is in use, and sweeps what nobody uses. */
export async function deleteImage(url: string): Promise<void> {
  await ask(api.DELETE('/api/upload/delete', { body: { url } }), 'silent').catch(() => {});
}
