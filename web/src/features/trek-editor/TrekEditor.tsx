// The form of Edit Trek and Add New Trek (document 2 §2, §4): draft, checks, saving, leaving.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Trek } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { lazyComponent } from '../../lib/lazy-component';
import type { Merged } from '../../lib/merge';
import { joinFieldNames } from '../../lib/text';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { ActionBar } from './ActionBar';
import { Basics, Places } from './Basics';
import { chargesOf, useLateCharges } from './charges';
import { Dates } from './Dates';
import { toForm } from './document';
import { DRAFT_CORRUPT, keepDraft, NEW } from './drafts';
import { newKey, type TrekForm } from './form';
import { readInitialState } from './initial-state';
import { LeaveGuard } from './LeaveGuard';
import { type Disagreement, mergeTreks, takenInWords, withKeysOf } from './merge-treks';
import { Pictures } from './Pictures';
import { ProblemPanel } from './ProblemPanel';
import { Routes } from './Routes';
import { SavingOverlay } from './SavingOverlay';
import { createEditorStore, EditorContext, type EditorStore } from './store';
import { Terms } from './Terms';
import { useDrafting } from './useDrafting';
import { type Base, useSave } from './useSave';

// Loaded when the page is idle, because two people rarely save the same trek at the same time.
const Conflict = lazyComponent(() => import('./Conflict').then((file) => file.default));

export type EditorProps = { mode: 'edit'; trek: Trek } | { mode: 'new' };

export function TrekEditor(props: EditorProps) {
  const trek = props.mode === 'edit' ? props.trek : undefined;
  // Read once: a refetch of the trek must not replace the form.
  const config = useConfig();
  const [opened] = useState(() => readInitialState(trek, chargesOf(config)));
  const store = useMemo(() => createEditorStore(opened.form, opened.saved), [opened]);
  const [disagreement, setDisagreement] = useState<Disagreement | null>(opened.disagreement ?? null);
  const current = useRef<Base>({
    ...(opened.attempt && { attempt: opened.attempt }),
    ...(trek && { id: trek._id, version: trek.version }),
  });
  const base = useCallback(() => current.current, []);
  const { kept, write, drop } = useDrafting(store, base, opened.restored);
  const keyOf = useKeyOf(current, write);
  const leave = useLeave(props.mode, drop, base, store);

  const onSaved = useCallback(
    (saved: Trek) => {
      drop();
      toast.success(props.mode === 'new' ? `${saved.name} was added` : `${saved.name} was updated`);
      leave.toTreks();
    },
    [drop, leave, props.mode],
  );
  const settle = useCallback(
    ({ theirs, version, ...versions }: Disagreement, merged: Merged<TrekForm>) => {
      current.current = { ...current.current, version };
      setDisagreement(null);
      store.open(merged.value, theirs);
      tellMerged(takenInWords({ theirs, ...versions }, merged));
    },
    [store],
  );
  const onStale = useCallback(
    (now: Trek) => {
      const base = store.saved();
      const theirs = withKeysOf(base, toForm(now, newKey));
      const found: Disagreement = { kind: 'stale', base, mine: store.form(), theirs, version: now.version };
      const merged = mergeTreks(found);
      if (merged.collisions.length > 0) {
        setDisagreement(found);
        return false;
      }
      settle(found, merged);
      return true;
    },
    [store, settle],
  );
  const { submit, trouble, close, percent, stopWaiting } = useSave({ store, base, keyOf, onSaved, onStale });
  useInitialNotices(opened, drop);
  useSaveKey(submit);

  const { takeMerged, takeTheirs } = useChoice({ disagreement, settle, store, drop, submit });
  useLateCharges(props.mode, store, chargesOf(config));
  const currency = config?.currency ?? trek?.currency ?? 'USD';
  const saveTitle = props.mode === 'new' ? 'Adding Trek' : 'Updating Trek';
  return (
    <EditorContext value={store}>
      <ActionBar
        mode={props.mode}
        kept={kept}
        saving={percent !== null}
        onCancel={leave.discard}
        onSave={() => void submit()}
      />
      {trouble && <ProblemPanel trouble={trouble} onClose={close} />}
      <Basics />
      <Places />
      <Pictures />
      <Dates trekId={trek?._id} />
      <Terms currency={trek?.currency ?? currency} />
      <Routes currency={trek?.currency ?? currency} />
      <SavingOverlay title={saveTitle} percent={percent} onCancel={stopWaiting} />
      {disagreement && (
        <Conflict
          disagreement={disagreement}
          onMerged={takeMerged}
          onTheirs={takeTheirs}
          {...(disagreement.kind === 'stale' && { onLater: () => setDisagreement(null) })}
        />
      )}
      <LeaveGuard store={store} free={leave.free} kept={kept} />
    </EditorContext>
  );
}

/** The actions of the conflict dialog. */
function useChoice({
  disagreement,
  settle,
  store,
  drop,
  submit,
}: {
  disagreement: Disagreement | null;
  settle: (disagreement: Disagreement, merged: Merged<TrekForm>) => void;
  store: EditorStore;
  drop: () => void;
  submit: () => Promise<void>;
}) {
  /** The replaced form has other keys. */
  const showFirst = () => store.shown.set({ route: store.form().routes[0]?.key ?? '', days: new Set() });
  const takeTheirs = () => {
    if (!disagreement) return;
    settle(disagreement, { value: disagreement.theirs, collisions: [], taken: [] });
    showFirst();
    drop();
  };
  const takeMerged = (merged: Merged<TrekForm>) => {
    if (!disagreement) return;
    settle(disagreement, merged);
    if (disagreement.kind === 'draft') showFirst();
    else void submit();
  };
  return { takeMerged, takeTheirs };
}

function tellMerged(fields: readonly string[]) {
  if (fields.length === 0) return;
  toast.info('Merged with another editor’s changes', { id: 'merged', description: `${joinFieldNames(fields)}.` });
}

/** One Idempotency-Key per request body. It is saved with the draft before it is used. */
function useKeyOf(current: RefObject<Base>, write: () => void) {
  return useCallback(
    (body: string) => {
      let hash = 0;
      for (let at = 0; at < body.length; at++) hash = (Math.imul(hash, 31) + body.charCodeAt(at)) | 0;
      const digest = `${body.length}:${hash}`;
      const { attempt } = current.current;
      if (attempt?.digest === digest) return attempt.key;
      const key = newKey();
      current.current = { ...current.current, attempt: { key, digest } };
      write();
      return key;
    },
    [current, write],
  );
}

/** Cancel and a successful save leave without a confirmation. */
function useLeave(mode: EditorProps['mode'], drop: () => void, current: () => Base, store: EditorStore) {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const free = useRef(false);
  return useMemo(() => {
    const toTreks = () => {
      free.current = true;
      void navigate(paths.adminSection('manage-treks'));
    };
    const discard = () => {
      const { id, version, attempt } = current();
      const [form, base] = [store.form(), store.saved()];
      const changed = store.changed();
      free.current = true;
      drop();
      const here = pathname + search;
      // The first page of a tab has no previous page, and Add New Trek is a section of a page.
      if (mode === 'new' || key === 'default') void navigate(paths.adminSection('manage-treks'));
      else void navigate(-1);
      if (!changed) return;
      toast('Your changes were discarded', {
        action: {
          label: 'Undo',
          onClick: () => {
            keepDraft(id ?? NEW, {
              version: version ?? 0,
              savedAt: Date.now(),
              form,
              ...(id !== undefined && { base }),
              ...(attempt && { attempt }),
            });
            void navigate(here);
          },
        },
      });
    };
    return { toTreks, discard, free: () => free.current };
  }, [navigate, key, pathname, search, mode, drop, current, store]);
}

function useInitialNotices(opened: ReturnType<typeof readInitialState>, drop: () => void) {
  useEffect(() => {
    // The fixed id prevents a second toast when the effect runs again.
    if (opened.corrupt) toast.error(DRAFT_CORRUPT, { id: 'draft-corrupt' });
    else if (opened.restored !== undefined) {
      toast.info('Your draft was restored', { id: 'draft-restored', description: 'Cancel discards it.' });
      tellMerged(opened.merged ?? []);
    }
  }, [opened]);
  useEffect(() => {
    if (opened.corrupt) drop();
  }, [opened, drop]);
}

function useSaveKey(submit: () => Promise<void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) void submit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [submit]);
}
