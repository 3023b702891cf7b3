// Thumbnail, banner and gallery of an article: choosing or dropping files, their way to the server, what is there.
import clsx from 'clsx';
import { ChevronLeft, ChevronRight, ImagePlus, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/Button';
import { ACCEPT, type BlogPrefix } from './upload';
import { type Sending, useUploads } from './useUploads';

const HINT = 'JPEG, PNG, WebP, AVIF, HEIC and others, up to 5 MB';

interface Common {
  label: string;
  keyPrefix: BlogPrefix;
  error?: string | undefined;
  /** How many are on their way: saving waits for them. */
  onBusy: (count: number) => void;
}

function useBusy(sending: readonly Sending[], onBusy: Common['onBusy']) {
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
  const { sending, start, stop } = useUploads(keyPrefix, onChange);
  useBusy(sending, onBusy);
  return (
    <Frame label={label} error={error}>
      {(ties) => (
        <>
          {value && (
            <Shown
              src={value}
              label={label}
              onRemove={() => onChange('')}
              className={clsx('mb-3', wide ? 'aspect-[16/7] w-full' : 'aspect-[3/2] w-full max-w-72')}
            />
          )}
          <Pick
            {...ties}
            label={value ? `Choose another ${label.toLowerCase()}` : `Choose ${label.toLowerCase()}`}
            onPick={(files) => void start(files.slice(0, 1))}
          />
          <OnTheWay sending={sending} onStop={stop} />
        </>
      )}
    </Frame>
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
  // Several arrive one by one: each joins what is there at that moment.
  const { sending, start, stop } = useUploads(keyPrefix, (url) =>
    onChange((urls) => (urls.includes(url) ? urls : [...urls, url])),
  );
  useBusy(sending, onBusy);
  const move = (at: number, to: number) =>
    onChange((urls) => {
      const moved = [...urls];
      moved.splice(to, 0, ...moved.splice(at, 1));
      return moved;
    });
  return (
    <Frame label={label} error={error} optional>
      {(ties) => (
        <>
          {value.length > 0 && (
            <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
              {value.map((url, at) => (
                <li key={url}>
                  <Shown
                    src={url}
                    label={`Image ${at + 1}`}
                    onRemove={() => onChange((urls) => urls.filter((one) => one !== url))}
                    className="aspect-[3/2] w-full"
                  />
                  <div className="flex items-center justify-between">
                    <IconButton
                      label={`Move image ${at + 1} back`}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      <ChevronLeft aria-hidden className="size-4" />
                    </IconButton>
                    <span className="figures text-ink-soft text-sm">{at + 1}</span>
                    <IconButton
                      label={`Move image ${at + 1} on`}
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
          <Pick {...ties} multiple label="Add images" onPick={(files) => void start(files)} />
          <OnTheWay sending={sending} onStop={stop} />
        </>
      )}
    </Frame>
  );
}

interface Ties {
  describedBy: string | undefined;
  invalid: boolean;
}

function Frame({
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

/** A draft may be older than what the server keeps of unused pictures. */
function Shown({
  src,
  label,
  onRemove,
  className,
}: {
  src: string;
  label: string;
  onRemove: () => void;
  className: string;
}) {
  const [gone, setGone] = useState<string | null>(null);
  return (
    <div className={clsx('relative overflow-hidden rounded-sm border border-line bg-stone', className)}>
      {gone === src ? (
        <p role="alert" className="p-3 pr-12 text-danger text-sm">
          This picture cannot be shown. If it is no longer kept, choose it again.
        </p>
      ) : (
        <img src={src} alt={label} onError={() => setGone(src)} className="size-full object-cover" />
      )}
      <IconButton
        label={`Remove ${label.toLowerCase()}`}
        onClick={onRemove}
        className="absolute top-1.5 right-1.5 bg-raised/90 hover:bg-raised"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

function Pick({
  label,
  multiple = false,
  describedBy,
  invalid,
  onPick,
}: Ties & { label: string; multiple?: boolean; onPick: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const pick = (files: FileList | null) => {
    if (files && files.length > 0) onPick([...files]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    pick(event.dataTransfer.files);
  };
  return (
    <>
      <button
        type="button"
        aria-describedby={describedBy}
        data-invalid={invalid || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex min-h-20 w-full flex-col items-center justify-center gap-1 rounded-sm border border-dashed px-4 py-3 text-sm transition-colors hover:border-ink hover:bg-stone',
          over ? 'border-glacier bg-glacier-wash' : invalid ? 'border-danger' : 'border-line-strong',
        )}
      >
        <span className="inline-flex items-center gap-2 font-semibold">
          <ImagePlus aria-hidden className="size-4" />
          {label}
        </span>
        <span className="text-ink-soft">{HINT}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          pick(event.target.files);
          // The same file again is a choice too.
          event.target.value = '';
        }}
      />
    </>
  );
}

function OnTheWay({ sending, onStop }: { sending: readonly Sending[]; onStop: (key: number) => void }) {
  if (sending.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2">
      {sending.map(({ key, name, percent, failed }) => (
        <li
          key={key}
          className="flex items-center gap-3 rounded-sm border border-line bg-raised py-1 pr-1 pl-3 text-sm"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{name}</span>
            {failed ? (
              <span role="alert" className="block text-danger">
                {failed}
              </span>
            ) : (
              <progress
                aria-label={`Uploading ${name}`}
                max={100}
                value={percent}
                className="h-1.5 w-full accent-glacier"
              />
            )}
          </span>
          {!failed && <span className="figures text-ink-soft">{percent} %</span>}
          <IconButton label={failed ? `Put away ${name}` : `Cancel the upload of ${name}`} onClick={() => onStop(key)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
