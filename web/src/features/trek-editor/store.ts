// The form outside React: a field reads its own part, so that a keystroke draws one field and not forty days.
import { createContext, use } from 'react';
import { createStore, type Store, useStore } from '../../lib/store';
import type { Problem } from './checks';
import { type NewKey, newKey, type TrekForm } from './form';
import { type Move, reduce } from './reducer';

export interface EditorStore {
  form(): TrekForm;
  /** Differs from what is saved. */
  changed(): boolean;
  /** What the server has of it. */
  saved(): TrekForm;
  dispatch(move: Move): void;
  /** Another form; `saved` is what the server has of it. */
  open(form: TrekForm, saved: TrekForm): void;
  /** The form as it is now, and what the server has of it. */
  state: Store<{ form: TrekForm; saved: TrekForm }>;
  /** The message of each field that is wrong, by its path. */
  problems: Store<ReadonlyMap<string, string>>;
  /** The route that is seen, and the days whose fields are. */
  shown: Store<{ route: string; days: ReadonlySet<string> }>;
  /** Pictures that came in while the form was open. */
  uploaded: Set<string>;
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
  };
}

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditor(): EditorStore {
  const store = use(EditorContext);
  if (!store) throw new Error('no trek is being edited here');
  return store;
}

/** `read` must give the same object while its part is the same. */
export function useForm<Part>(read: (form: TrekForm) => Part): Part {
  return useStore(useEditor().state, ({ form }) => read(form));
}

export function useProblem(field: string): string | undefined {
  return useStore(useEditor().problems, (problems) => problems.get(field));
}

/** How many fields are wrong under a path. */
export function useProblemsUnder(path: string): number {
  return useStore(useEditor().problems, (problems) => {
    let count = 0;
    for (const field of problems.keys()) if (field.startsWith(path) && /^[.[]/.test(field.slice(path.length))) count++;
    return count;
  });
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
