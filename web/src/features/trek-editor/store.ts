// The form outside React: a field subscribes to its own part, so that a keystroke renders one field and not forty days.
import { createContext, use, useEffect } from 'react';
import { createStore, type Store, useStore } from '../../lib/store';
import { check, type Problem } from './checks';
import { type NewKey, newKey, type TrekForm } from './form';
import { type Move, reduce } from './reducer';

export interface EditorStore {
  form(): TrekForm;
  /** Whether the form differs from the saved one. */
  changed(): boolean;
  /** The form as saved on the server. */
  saved(): TrekForm;
  dispatch(move: Move): void;
  /** Replaces the form; `saved` is the one on the server. */
  open(form: TrekForm, saved: TrekForm): void;
  /** The current form, and the one saved on the server. */
  state: Store<{ form: TrekForm; saved: TrekForm }>;
  /** The message of each invalid field, by its path. */
  problems: Store<ReadonlyMap<string, string>>;
  /** The visible route and the open days. */
  shown: Store<{ route: string; days: ReadonlySet<string> }>;
  /** Pictures uploaded since the form was opened. */
  uploaded: Set<string>;
  /** What saving the trek would lose, by field: uploads in progress and closed days. See useUnsaved. */
  unsaved: Map<string, string>;
}

export function createEditorStore(first: TrekForm, opened: TrekForm, key: NewKey = newKey): EditorStore {
  const state = createStore({ form: first, saved: opened });
  return {
    state,
    form: () => state.get().form,
    changed: () => state.get().form !== state.get().saved,
    saved: () => state.get().saved,
    dispatch: (move) => {
      const { form, saved } = state.get();
      const next = reduce(form, move, key);
      if (next !== form) state.set({ form: next, saved });
    },
    open: (form, saved) => state.set({ form, saved }),
    problems: createStore<ReadonlyMap<string, string>>(new Map()),
    shown: createStore({ route: first.routes[0]?.key ?? '', days: new Set<string>() as ReadonlySet<string> }),
    uploaded: new Set(),
    unsaved: new Map(),
  };
}

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditor(): EditorStore {
  const store = use(EditorContext);
  if (!store) throw new Error('no trek is being edited here');
  return store;
}

/** `read` must return the same object as long as its part is unchanged. */
export function useForm<Part>(read: (form: TrekForm) => Part): Part {
  return useStore(useEditor().state, ({ form }) => read(form));
}

export function useProblem(field: string): string | undefined {
  return useStore(useEditor().problems, (problems) => problems.get(field));
}

/** While there is a message, the trek cannot be saved, and leaving the page is confirmed first. */
export function useUnsaved(field: string, message: string | undefined): void {
  const { unsaved, problems } = useEditor();
  useEffect(() => {
    if (!message) return;
    unsaved.set(field, message);
    return () => {
      unsaved.delete(field);
      const left = new Map(problems.get());
      if (left.delete(field)) problems.set(left);
    };
  }, [unsaved, problems, field, message]);
}

/** Number of invalid fields under a path. */
export function useProblemsUnder(path: string): number {
  return useStore(useEditor().problems, (problems) => {
    let count = 0;
    for (const field of problems.keys()) if (field.startsWith(path) && /^[.[]/.test(field.slice(path.length))) count++;
    return count;
  });
}

/** Why a form cannot be saved. */
export function problemsOf({ unsaved }: EditorStore, form: TrekForm): Problem[] {
  return [...Array.from(unsaved, ([field, message]) => ({ field, message })), ...check(form)];
}

/** The first message of each field. */
export function byField(problems: readonly Problem[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const { field, message } of problems) if (!map.has(field)) map.set(field, message);
  return map;
}

export function openDay(store: EditorStore, day: string, open: boolean) {
  const shown = store.shown.get();
  const days = new Set(shown.days);
  if (open) days.add(day);
  else days.delete(day);
  store.shown.set({ ...shown, days });
}
