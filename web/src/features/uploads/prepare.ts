// A chosen file becomes one that the server takes. It has no decoder for HEIC and AVIF (patents, and size); a browser
// that has one, as Safari has for a telephone's HEIC, makes a JPEG of it here.
import { refusalOf, TYPE_UNUSABLE, typeOf } from './files';
import { UploadFailure } from './request';

const FOR_BROWSERS_TO_READ = ['image/heic', 'image/heif', 'image/avif'];
/** The server keeps nothing wider or higher, and so a picture of 50 million pixels stays below the limit of the form. */
const LARGEST = 2560;
const JPEG_QUALITY = 0.9;

/** `UploadFailure` where it cannot be sent. */
export async function prepare(file: File): Promise<File> {
  const read = FOR_BROWSERS_TO_READ.includes(typeOf(file) ?? '');
  const sendable = read ? await asJpeg(file) : file;
  const refusal = refusalOf(sendable);
  if (refusal) throw new UploadFailure(refusal);
  return sendable;
}

async function asJpeg(file: File): Promise<File> {
  // It throws where the browser cannot read the file, and is missing in very old ones.
  const picture = await decode(file);
  if (!picture) throw new UploadFailure(TYPE_UNUSABLE);
  try {
    const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) throw new UploadFailure(TYPE_UNUSABLE);
    // JPEG knows nothing transparent: what stands below it would be black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
    if (!jpeg) throw new UploadFailure(TYPE_UNUSABLE);
    return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    // As it was held: the note that says which side is up is lost on the canvas.
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}
