// Update Trek: defaults, checks, progress, retries, rejections (document 2 §4, §5, §8).
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, request } from '../../api/client';
import { parseTrek } from '../../api/parse-trek';
import type { Trek } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { anyResponse } from '../../api/validate';
import { readPath } from '../../lib/json';
import { deleteImage } from '../uploads/upload';
import { moreErrors, type Problem, SHOWN_PROBLEMS } from './checks';
import { fillDefaults } from './defaults';
import { toDocument } from './document';
import type { Attempt } from './drafts';
import { newKey, type TrekForm } from './form';
import type { Trouble } from './ProblemPanel';
import { MAX_PERCENT, STEP_MS, STEP_PERCENT } from './SavingOverlay';
import { moreRefusals, type Refusal, refusalOf, saveTrek } from './save';
import { byField, type EditorStore, problemsOf } from './store';

export interface Base {
  /** Undefined for a new trek. */
  id?: string;
  version?: number;
  attempt?: Attempt;
}

export function useSave({
  store,
  base,
  keyOf,
  onSaved,
  onStale,
}: {
  store: EditorStore;
  base: () => Base;
  /** The Idempotency-Key of a new trek. */
  keyOf: (body: string) => string;
  onSaved: (trek: Trek) => void;
  /** Called with the stored trek if it is another version. Returns true if it was merged and must be saved again. */
  onStale: (theirs: Trek) => boolean;
}) {
  const queries = useQueryClient();
  const today = useConfig()?.today ?? new Date().toISOString().slice(0, 10);
  const { trouble, refused, faulty, close } = useTrouble(store);
  const [saving, setSaving] = useState<{ stop: AbortController } | null>(null);
  const [done, setDone] = useState(false);
  const percent = useProgress(saving !== null, done);
  useLiveChecks(store, trouble !== null);

  /** Returns true if the save must be repeated. */
  const attempt = useCallback(async (): Promise<boolean> => {
    const filled = fillDefaults(store.form(), today, newKey);
    store.dispatch({ type: 'opened', form: filled });
    const problems = problemsOf(store, filled);
    if (problems.length > 0) {
      faulty(problems);
      return false;
    }
    close();
    const stop = new AbortController();
    setSaving({ stop });
    const { id, version } = base();
    const document = toDocument(filled, version);
    try {
      const target = id === undefined ? { attempt: keyOf(JSON.stringify(document)) } : { id };
      const trek = await saveTrek(document, target, stop.signal);
      setDone(true);
      void queries.invalidateQueries();
      void sweep(store, filled);
      onSaved(trek);
    } catch (failure) {
      if (stop.signal.aborted) return false;
      const refusal = refusalOf(failure);
      const theirs = refusal.currentVersion !== undefined && id !== undefined ? await readNow(id) : null;
      if (theirs) return onStale(theirs);
      refused(refusal);
    } finally {
      setSaving(null);
      setDone(false);
    }
    return false;
  }, [store, base, keyOf, today, queries, onSaved, onStale, refused, faulty, close]);
  const submit = useCallback(async () => {
    while (await attempt()) {}
  }, [attempt]);

  const stopWaiting = useCallback(() => {
    saving?.stop.abort();
    setSaving(null);
  }, [saving]);
  return { submit, trouble, close, percent, stopWaiting };
}

/** The problems in the panel at the top and next to the fields. */
function useTrouble(store: EditorStore) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const refused = useCallback(
    (refusal: Refusal) => {
      setTrouble({ ...refusal, more: moreRefusals });
      store.problems.set(byField(refusal.problems));
    },
    [store],
  );
  const faulty = useCallback(
    (problems: Problem[]) => {
      setTrouble({ title: 'This trek cannot be saved yet', problems, shown: SHOWN_PROBLEMS, more: moreErrors });
      store.problems.set(byField(problems));
    },
    [store],
  );
  const close = useCallback(() => {
    setTrouble(null);
    store.problems.set(new Map());
  }, [store]);
  return { trouble, refused, faulty, close };
}

/** Fetches the stored trek for the comparison; null on failure. */
export async function readNow(id: string): Promise<Trek | null> {
  const answer = await request(
    api.GET('/api/treks/{id}', { params: { path: { id }, query: { edit: 'true' } } }),
    anyResponse,
    'silent',
  ).catch(() => null);
  return parseTrek(readPath(answer, 'data', 'trek'));
}

/** Deletes pictures that were uploaded since the form was opened and are not in the saved trek. */
function sweep(store: EditorStore, saved: TrekForm) {
  const used = new Set([saved.bannerImage, ...saved.secondaryImages]);
  return Promise.all([...store.uploaded].filter((url) => !used.has(url)).map(deleteImage));
}

function useProgress(running: boolean, done: boolean): number | null {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!running) return;
    setPercent(STEP_PERCENT);
    const timer = setInterval(() => setPercent((one) => Math.min(MAX_PERCENT, one + STEP_PERCENT)), STEP_MS);
    return () => clearInterval(timer);
  }, [running]);
  return running ? (done ? 100 : percent) : null;
}

const RECHECK_MS = 400;

/** Removes fixed problems when typing pauses. New problems appear only with the next press of Update Trek. */
function useLiveChecks(store: EditorStore, shown: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!shown) return;
    const recheck = () => {
      const wrong = byField(problemsOf(store, store.form()));
      const known = store.problems.get();
      const left = [...known].filter(([field]) => wrong.has(field));
      if (left.length < known.size) store.problems.set(new Map(left));
    };
    const stop = store.state.subscribe(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(recheck, RECHECK_MS);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [store, shown]);
}
