// Sticky bar of the editor: the name of the trek, the state of the draft, Cancel and Update Trek.
import { type ReactNode, useEffect, useState } from 'react';
import { type Store, useStore } from '../../lib/store';
import { Button } from '../../ui/Button';
import { useForm } from './store';
import type { Kept } from './useDrafting';

const PARTS = [
  ['editor-basics', 'Basics'],
  ['editor-places', 'Places'],
  ['editor-pictures', 'Pictures'],
  ['editor-payment', 'Payment'],
  ['editor-routes', 'Routes'],
] as const;

export function ActionBar({
  mode,
  kept,
  saving,
  onCancel,
  onSave,
}: {
  mode: 'edit' | 'new';
  kept: Store<Kept>;
  saving: boolean;
  onCancel: () => void;
  onSave: () => void;
}) {
  const name = useForm((form) => form.name);
  return (
    <div
      data-action-bar
      className="sticky top-(--header) z-30 -mx-4 mb-6 border-line border-b bg-paper px-4 py-2.5 sm:-mx-6 sm:px-6"
    >
      <div className="flex items-center gap-x-4">
        <div className="min-w-0 flex-1 basis-32">
          {/* Add New Trek is a section of the desk, which already has a heading. */}
          {mode === 'new' ? (
            <p className="truncate font-display font-semibold text-lg">{name || 'Untitled trek'}</p>
          ) : (
            <h1 className="truncate text-lg">Edit {name || 'trek'}</h1>
          )}
          <KeptLine kept={kept} />
        </div>
        <nav aria-label="Parts of the form" className="hidden lg:block">
          <ul className="flex">
            {PARTS.map(([id, label]) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    const heading = document.getElementById(id);
                    heading?.scrollIntoView();
                    heading?.focus({ preventScroll: true });
                  }}
                  className="min-h-9 rounded-sm px-2.5 text-ink-soft text-sm hover:bg-stone hover:text-ink"
                >
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" onClick={onSave} loading={saving} title="Ctrl+S">
            {mode === 'new' ? 'Add Trek' : 'Update Trek'}
          </Button>
        </div>
      </div>
    </div>
  );
}

function KeptLine({ kept }: { kept: Store<Kept> }) {
  const state = useStore(kept);
  const minute = useMinute();
  let words: ReactNode = (
    <>
      Changes are saved<OnWide> on this device as you type.</OnWide>
    </>
  );
  if (state === 'failed') words = 'Draft not saved on this device';
  else if (state) {
    words =
      minute - state.at < 60_000 ? (
        <>
          Draft saved<OnWide> on this device</OnWide> just now
        </>
      ) : (
        `Draft saved at ${clock(state.at)}`
      );
  }
  return <p className={`truncate text-xs ${state === 'failed' ? 'text-danger' : 'text-ink-soft'}`}>{words}</p>;
}

const OnWide = ({ children }: { children: ReactNode }) => <span className="max-xl:sr-only">{children}</span>;

const clock = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
