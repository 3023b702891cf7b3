// Events and values outside React that modules share. Ours instead of a state library: 40 lines, and the first load stays small.
import { useSyncExternalStore } from 'react';

type Unsubscribe = () => void;

export interface Emitter<Payload> {
  emit(payload: Payload): void;
  subscribe(listener: (payload: Payload) => void): Unsubscribe;
}

/** `onActive` runs when the first listener subscribes; what it returns runs when the last one unsubscribes. */
export function createEmitter<Payload = void>(onActive?: () => Unsubscribe): Emitter<Payload> {
  const listeners = new Set<(payload: Payload) => void>();
  let deactivate: Unsubscribe | undefined;
  return {
    emit: (payload) => {
      for (const listener of listeners) listener(payload);
    },
    subscribe: (listener) => {
      if (listeners.size === 0) deactivate = onActive?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) deactivate?.();
      };
    },
  };
}

export interface Store<Value> {
  get(): Value;
  /** Notifies the listeners if the value differs. */
  set(value: Value): void;
  subscribe(listener: (value: Value) => void): Unsubscribe;
}

export function createStore<Value>(initial: Value, onActive?: () => Unsubscribe): Store<Value> {
  const { emit, subscribe } = createEmitter<Value>(onActive);
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      emit(value);
    },
    subscribe,
  };
}

export function useStore<Value>(store: Store<Value>): Value;
/** `select` must return the same object while its part of the value is unchanged. */
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
