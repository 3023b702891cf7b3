// Button and drop area for pictures.
import clsx from 'clsx';
import { ImagePlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { ACCEPT } from './files';

export function PickImages({
  label,
  hint,
  multiple = false,
  field,
  invalid,
  describedBy,
  onPick,
}: {
  label: string;
  hint: string;
  multiple?: boolean;
  /** Name of the field, for errors that refer to it. */
  field?: string;
  invalid?: boolean;
  describedBy?: string | undefined;
  onPick: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const pick = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onPick(multiple ? chosen : chosen.slice(0, 1));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    pick(event.dataTransfer.files);
  };
  return (
    <>
      <button
        type="button"
        data-field={field}
        data-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={clsx(
          'flex min-h-24 w-full flex-col items-center justify-center gap-1 rounded-sm border border-dashed px-4 py-3 text-sm transition-colors hover:border-ink hover:bg-stone',
          over ? 'border-glacier bg-glacier-wash' : invalid ? 'border-danger' : 'border-line-strong',
        )}
      >
        <span className="inline-flex items-center gap-2 font-semibold">
          <ImagePlus aria-hidden className="size-4" />
          {label}
        </span>
        <span className="text-ink-soft">{hint}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        // Hidden from screen readers, because the button has the same label.
        aria-hidden
        className="sr-only"
        onChange={(event) => {
          pick(event.target.files);
          // Resets the input, so that the same file can be selected again.
          event.target.value = '';
        }}
      />
    </>
  );
}
