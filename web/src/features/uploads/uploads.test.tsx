import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { closePages, json, serve, serveStore } from '../../test-server';
import { Toaster } from '../../ui/Toaster';
import { MAX_BYTES, mimeType, validateFile } from './files';
import { PickImages } from './PickImages';
import { UploadList } from './UploadList';
import { uploadImage } from './upload';
import { useUploads } from './useUploads';

const SIGN = 'POST /api/upload/sign';
const COMPLETE = 'POST /api/upload/complete';

function signed(name: string) {
  return json(200, {
    status: 'success',
    data: {
      uploadUrl: `http://localhost:8080/api/upload/put/${name}?signature=s`,
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': '3' },
      publicUrl: `/uploads/${name}.png`,
      expiresAt: '2026-11-20T10:00:00Z',
    },
  });
}
const complete = async (request: Request) =>
  json(200, { status: 'success', data: { publicUrl: (await request.json()).publicUrl } });

const file = (name: string, type = 'image/png', size = 3) => {
  const one = new File(['abc'], name, { type });
  Object.defineProperty(one, 'size', { value: size });
  return one;
};

function Field() {
  const [urls, setUrls] = useState<string[]>([]);
  const { sending, start, stop } = useUploads(
    (one, watch) => uploadImage(one, 'images/secondary', watch),
    (url) => setUrls((all) => [...all, url]),
  );
  return (
    <>
      <PickImages label="Pictures" hint="Max 5MB" multiple onPick={(files) => void start(files)} />
      <UploadList sending={sending} onStop={stop} />
      <p>{urls.join(' ')}</p>
      <Toaster />
    </>
  );
}

async function pick(...files: File[]) {
  closePages();
  render(<Field />);
  await userEvent.upload(screen.getByLabelText('Pictures', { selector: 'input' }), files, { applyAccept: false });
}

describe('files', () => {
  test('UPLOAD-01 UPLOAD-05 pictures are recognised by their type, or by their extension where the system has no type', () => {
    for (const type of ['jpeg', 'jpg', 'png', 'gif', 'webp', 'svg+xml', 'bmp', 'tiff', 'avif', 'heic', 'heif']) {
      expect(validateFile({ name: 'a', type: `image/${type}`, size: 1 })).toBeNull();
    }
    expect(mimeType({ name: 'IMG_1.HEIC', type: '' })).toBe('image/heic');
    expect(validateFile({ name: 'a.pdf', type: 'application/pdf', size: 1 })).toMatch(/^File type error/);
    expect(validateFile({ name: 'a', type: '', size: 1 })).toMatch(/^File type error/);
  });

  test('UPLOAD-03 UPLOAD-04 the form rejects more than 5 MB', () => {
    expect(validateFile({ name: 'a.png', type: 'image/png', size: MAX_BYTES })).toBeNull();
    expect(validateFile({ name: 'a.png', type: 'image/png', size: MAX_BYTES + 1 })).toBe(
      'File size error: File size exceeds 5MB limit',
    );
  });
});

describe('an upload', () => {
  test('UPLOAD-10 UPLOAD-12 UPLOAD-13 it is signed, put to the store with progress, and completed', async () => {
    const server = serve({ [SIGN]: signed('one'), [COMPLETE]: complete });
    const store = serveStore('held');
    await pick(file('summit.png'));
    const progress = await screen.findByRole('progressbar', { name: 'Uploading summit.png' });
    await waitFor(() => expect(progress).toHaveValue(48));
    await act(async () => void store.go());
    await screen.findByText('/uploads/one.png');
    expect(await server.to(SIGN)[0]?.json()).toEqual({
      fileName: 'summit.png',
      contentType: 'image/png',
      size: 3,
      keyPrefix: 'images/secondary',
    });
    expect(store.sent[0]?.headers).toEqual({ 'content-type': 'image/png' });
    expect(await server.to(COMPLETE)[0]?.json()).toEqual({ publicUrl: '/uploads/one.png' });
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  test('a cancelled upload is not completed and shows no message', async () => {
    const server = serve({ [SIGN]: signed('one'), [COMPLETE]: complete });
    serveStore('held');
    await pick(file('summit.png'));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload of summit.png' }));
    expect(screen.queryByText('summit.png')).not.toBeInTheDocument();
    expect(server.to(COMPLETE)).toHaveLength(0);
  });

  test('UPLOAD-07 UPLOAD-08 UPLOAD-06 failed uploads are named with their reasons', async () => {
    serve({
      [SIGN]: [signed('one'), signed('two'), json(413, { status: 'error', message: 'File size error: too large' })],
      [COMPLETE]: complete,
    });
    serveStore(200, 403);
    await pick(file('a.png'), file('b.png'), file('c.png'));
    expect(await screen.findByText('Failed to upload: b.png, c.png')).toBeInTheDocument();
    expect(screen.getByText('1 out of 3 images uploaded successfully.')).toBeInTheDocument();
    expect(screen.getByText('Upload failed: the file was not accepted')).toBeInTheDocument();
    expect(screen.getByText('File size error: too large')).toBeInTheDocument();
    expect(screen.getByText('/uploads/one.png')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss b.png' }));
    expect(screen.queryByText('Upload failed: the file was not accepted')).not.toBeInTheDocument();
  });

  test('UPLOAD-06 errors of the store and of the server are shown', async () => {
    serve({ [SIGN]: signed('one'), [COMPLETE]: json(400, { status: 'error', message: 'File type error: no image' }) });
    serveStore(0, 200);
    await pick(file('a.png'), file('b.png'));
    expect(await screen.findByText('Upload failed: no response from server')).toBeInTheDocument();
    expect(await screen.findByText('File type error: no image')).toBeInTheDocument();
  });

  test('UPLOAD-03 a file that is too large is never sent', async () => {
    const server = serve({});
    await pick(file('huge.png', 'image/png', MAX_BYTES + 1));
    expect(await screen.findByText('File size error: File size exceeds 5MB limit')).toBeInTheDocument();
    expect(server.calls).toHaveLength(0);
  });
});
