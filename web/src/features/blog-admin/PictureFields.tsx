// Thumbnail, banner and gallery of an article: file selection and drop, upload progress, and the uploaded pictures.
import clsx from 'clsx';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/Button';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { Picture } from '../../ui/Picture';
import type { KeyPrefix } from '../uploads/files';
import { uploadMultipart } from '../uploads/multipart';
import { PickImages } from '../uploads/PickImages';
import { UploadList } from '../uploads/UploadList';
import { type RunningUpload, useUploads } from '../uploads/useUploads';

const HINT = 'JPEG, PNG, WebP or GIF, up to 5 MB';

interface Common {
  label: string;
  keyPrefix: KeyPrefix;
  error?: string | undefined;
  /** Number of running uploads, which saving waits for. */
  onBusy: (count: number) => void;
}

function useBusy(sending: readonly RunningUpload[], onBusy: Common['onBusy']) {
  const running = sending.filter((one) => !one.failed).length;
  const tell = useRef(onBusy);
  tell.current = onBusy;
  useEffect(() => {
    tell.current(running);
    return () => tell.current(0);
  }, [running]);
}

export function PictureField({
  label,
  keyPrefix,
  error,
  onBusy,
  value,
  onChange,
  wide = false,
}: Common & { value: string; onChange: (url: string) => void; wide?: boolean }) {
  const { sending, start, stop } = useUploads((file, watch) => uploadMultipart(file, keyPrefix, watch), onChange);
  useBusy(sending, onBusy);
  return (
    <PictureFieldset label={label} error={error}>
      {(ties) => (
        <>
          {value && (
            <Preview
              src={value}
              label={label}
              sizes={wide ? '(min-width: 64rem) 48rem, 100vw' : '18rem'}
              onRemove={() => onChange('')}
              className={clsx('mb-3', wide ? 'aspect-[16/7] w-full' : 'aspect-[3/2] w-full max-w-72')}
            />
          )}
          <PickImages
            {...ties}
            hint={HINT}
            label={value ? `Choose another ${label.toLowerCase()}` : `Choose ${label.toLowerCase()}`}
            onPick={(files) => void start(files)}
          />
          <UploadList sending={sending} onStop={stop} />
        </>
      )}
    </PictureFieldset>
  );
}

export function GalleryField({
  label,
  keyPrefix,
  error,
  onBusy,
  value,
  onChange,
}: Common & { value: string[]; onChange: (change: (urls: string[]) => string[]) => void }) {
  // Uploads finish one by one; each is appended to the current list.
  const { sending, start, stop } = useUploads(
    (file, watch) => uploadMultipart(file, keyPrefix, watch),
    (url) => onChange((urls) => (urls.includes(url) ? urls : [...urls, url])),
  );
  useBusy(sending, onBusy);
  const move = (at: number, to: number) =>
    onChange((urls) => {
      const moved = [...urls];
      moved.splice(to, 0, ...moved.splice(at, 1));
      return moved;
    });
  return (
    <PictureFieldset label={label} error={error} optional>
      {(ties) => (
        <>
          {value.length > 0 && (
            <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
              {value.map((url, at) => (
                <li key={url}>
                  <Preview
                    src={url}
                    label={`Image ${at + 1}`}
                    sizes="(min-width: 64rem) 16rem, 50vw"
                    onRemove={() => onChange((urls) => urls.filter((one) => one !== url))}
                    className="aspect-[3/2] w-full"
                  />
                  <div className="flex items-center justify-between">
                    <IconButton
                      label={`Move image ${at + 1} earlier`}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <ChevronLeft aria-hidden className="size-4" />
                    </IconButton>
                    <span className="figures text-ink-soft text-sm">{at + 1}</span>
                    <IconButton
                      label={`Move image ${at + 1} later`}
                      disabled={at === value.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <ChevronRight aria-hidden className="size-4" />
                    </IconButton>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <PickImages {...ties} hint={HINT} multiple label="Add images" onPick={(files) => void start(files)} />
          <UploadList sending={sending} onStop={stop} />
        </>
      )}
    </PictureFieldset>
  );
}

interface Ties {
  describedBy: string | undefined;
  invalid: boolean;
}

function PictureFieldset({
  label,
  error,
  optional = false,
  children,
}: {
  label: string;
  error?: string | undefined;
  optional?: boolean;
  children: (ties: Ties) => ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 block font-medium text-ink text-sm">
        {label}
        {optional && <span className="ml-1 font-normal text-ink-soft">(optional)</span>}
      </legend>
      {children({ describedBy: error ? id : undefined, invalid: Boolean(error) })}
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Preview of a picture. The server may have deleted an unused upload that an old draft refers to. */
function Preview({
  src,
  label,
  sizes,
  onRemove,
  className,
}: {
  src: string;
  label: string;
  sizes: string;
  onRemove: () => void;
  className: string;
}) {
  const [gone, setGone] = useState<string | null>(null);
  return (
    <div className={clsx('relative overflow-hidden rounded-sm border border-line bg-stone', className)}>
      {gone === src ? (
        <p role="alert" className="p-3 pr-12 text-danger text-sm">
          This picture can't be displayed. If it was deleted, upload it again.
        </p>
      ) : (
        <Picture src={src} alt={label} sizes={sizes} onFailure={() => setGone(src)} className="size-full" />
      )}
      <IconButton
        label={`Remove ${label.toLowerCase()}`}
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          onRemove();
        }}
        className="absolute top-1.5 right-1.5 bg-raised/90 hover:bg-raised"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
