// Saves drafts while the form changes, and provides the time of the last save.
import { useEffect, useMemo } from 'react';
import { createStore } from '../../lib/store';
import { toast } from '../../lib/toast';
import { startAutosave } from './autosave';
import { DRAFT_NOT_KEPT, dropDraft, keepDraft, NEW } from './drafts';
import type { EditorStore } from './store';
import type { Base } from './useSave';

export type Kept = { at: number } | 'failed' | null;

export function useDrafting(store: EditorStore, base: () => Base, restored: number | undefined) {
  const drafting = useMemo(() => {
    const kept = createStore<Kept>(restored === undefined ? null : { at: restored });
    const write = () => {
      const { id, version, attempt } = base();
      const savedAt = Date.now();
      const held = keepDraft(id ?? NEW, {
        version: version ?? 0,
        savedAt,
        form: store.form(),
        ...(id !== undefined && { base: store.saved() }),
        ...(attempt && { attempt }),
      });
      // Shown once, and again only after a successful save in between.
      if (!held && kept.get() !== 'failed') toast.error(DRAFT_NOT_KEPT);
      kept.set(held ? { at: savedAt } : 'failed');
    };
    return { kept, write };
  }, [store, base, restored]);

  const autosave = useMemo(() => ({ current: null as ReturnType<typeof startAutosave> | null }), []);
  useEffect(() => {
    const running = startAutosave(drafting.write);
    autosave.current = running;
    const stop = store.state.subscribe(() => {
      if (store.changed()) running.changed();
    });
    return () => {
      stop();
      running.end();
      autosave.current = null;
    };
  }, [store, drafting, autosave]);

  /** Deletes the draft. */
  const drop = useMemo(
    () => () => {
      autosave.current?.forget();
      dropDraft(base().id ?? NEW);
      drafting.kept.set(null);
    },
    [autosave, base, drafting],
  );
  return { ...drafting, drop };
}
