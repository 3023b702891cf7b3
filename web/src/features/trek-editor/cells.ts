// One value with listeners: what is open, what is wrong, what was kept. Fields read the part that concerns them.
import { useSyncExternalStore } from 'react';

export interface Cell<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

export function createCell<Value>(first: Value): Cell<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `read` must give the same object while its part is the same. */
export function useCell<Value, Part>(cell: Cell<Value>, read: (value: Value) => Part): Part {
  return useSyncExternalStore(cell.subscribe, () => read(cell.get()));
}
