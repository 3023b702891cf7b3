// HEIC of a telephone: a JPEG where the browser can read it, else the words of the documents.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve, serveStore } from '../../test-server';
import { ACCEPT, MAX_BYTES } from './files';
import { uploadMultipart } from './multipart';
import { prepare } from './prepare';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const heic = (size = 3) => {
  const file = new File(['abc'], 'IMG_0042.HEIC', { type: 'image/heic' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};

/** A browser that reads HEIC as Safari does; `drawn` is the size of what was drawn. */
function reading(width: number, height: number, jpeg = new Blob(['jpeg'], { type: 'image/jpeg' })) {
  const drawn: number[][] = [];
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }));
  const pen = { fillStyle: '', fillRect: () => {}, drawImage: (_: unknown, ...at: number[]) => drawn.push(at) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) => {
    expect(type).toBe('image/jpeg');
    done(jpeg);
  });
  return { drawn, close };
}

describe('UPLOAD-01 UPLOAD-05 HEIC', () => {
  test('one that the browser can read becomes a JPEG, no larger than what the server keeps', async () => {
    const { drawn, close } = reading(8064, 6048);
    const sent = await prepare(heic(MAX_BYTES + 1));
    expect([sent.name, sent.type, await sent.text()]).toEqual(['IMG_0042.jpg', 'image/jpeg', 'jpeg']);
    expect(drawn).toEqual([[0, 0, 2560, 1920]]);
    expect(close).toHaveBeenCalledOnce();
  });

  test('a small one keeps its size', async () => {
    const { drawn } = reading(400, 300);
    await prepare(new File(['abc'], 'a.avif', { type: 'image/avif' }));
    expect(drawn).toEqual([[0, 0, 400, 300]]);
  });

  test('one that it cannot read never leaves, and the words say what to send', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const server = serve({});
    const store = serveStore(200);
    const watch = { onProgress: () => {}, signal: new AbortController().signal };
    await expect(uploadMultipart(heic(), 'blogs/banners', watch)).rejects.toThrow(
      'File type error: HEIC and AVIF images cannot be used here. Please send it as JPEG, PNG or WebP.',
    );
    vi.stubGlobal('createImageBitmap', undefined);
    await expect(prepare(heic())).rejects.toThrow('File type error');
    expect(server.calls).toHaveLength(0);
    expect(store.sent).toHaveLength(0);
  });

  test('UPLOAD-03 what became of it is measured like any other', async () => {
    reading(400, 300, new Blob([new Uint8Array(MAX_BYTES + 1)], { type: 'image/jpeg' }));
    await expect(prepare(heic())).rejects.toThrow('File size error: File size exceeds 5MB limit');
  });

  test('the others go as they are', async () => {
    const png = new File(['abc'], 'a.png', { type: 'image/png' });
    expect(await prepare(png)).toBe(png);
  });

  test('telephones are not told of HEIC: they hand over a JPEG', () => {
    expect(ACCEPT).not.toMatch(/hei/);
    expect(ACCEPT).toContain('image/jpeg');
  });
});
