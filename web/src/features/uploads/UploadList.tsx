// Running uploads with their progress, and failed ones with the reason.
import { X } from 'lucide-react';
import { IconButton } from '../../ui/Button';
import type { RunningUpload } from './useUploads';

export function UploadList({ sending, onStop }: { sending: readonly RunningUpload[]; onStop: (key: number) => void }) {
  if (sending.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2">
      {sending.map(({ key, name, percent, failed }) => (
        <li key={key} className="flex items-center gap-3 rounded-sm border border-line bg-raised px-3 py-1 text-sm">
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
          <IconButton label={failed ? `Dismiss ${name}` : `Cancel the upload of ${name}`} onClick={() => onStop(key)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
