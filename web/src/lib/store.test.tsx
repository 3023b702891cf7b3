import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createEmitter, createStore, useStore } from './store';

test('a listener receives each new value until it unsubscribes, and no value twice', () => {
  const store = createStore('a');
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.set('b');
  store.set('b');
  unsubscribe();
  store.set('c');
  expect(listener.mock.calls).toEqual([['b']]);
  expect(store.get()).toBe('c');
});

test('a source outside is connected while there is at least one listener', () => {
  const disconnect = vi.fn();
  const connect = vi.fn(() => disconnect);
  const store = createStore(0, connect);
  store.set(1);
  expect(connect).not.toHaveBeenCalled();
  const first = store.subscribe(() => {});
  const second = store.subscribe(() => {});
  expect(connect).toHaveBeenCalledTimes(1);
  first();
  first();
  expect(disconnect).not.toHaveBeenCalled();
  second();
  expect(disconnect).toHaveBeenCalledTimes(1);
  store.subscribe(() => {})();
  expect(connect).toHaveBeenCalledTimes(2);
  expect(disconnect).toHaveBeenCalledTimes(2);
});

test('a listener that unsubscribes while it is called does not keep the others from being called', () => {
  const emitter = createEmitter<string>();
  const heard: string[] = [];
  const unsubscribe = emitter.subscribe((payload) => {
    heard.push(`first ${payload}`);
    unsubscribe();
  });
  emitter.subscribe((payload) => heard.push(`second ${payload}`));
  emitter.emit('a');
  emitter.emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('a component renders again only when the part that it selects changes', () => {
  const store = createStore({ name: 'Everest', days: 12 });
  let renders = 0;
  function Name() {
    renders += 1;
    return <output>{useStore(store, ({ name }) => name)}</output>;
  }
  render(<Name />);
  act(() => store.set({ name: 'Everest', days: 13 }));
  expect(renders).toBe(1);
  act(() => store.set({ name: 'Langtang', days: 13 }));
  expect(screen.getByRole('status')).toHaveTextContent('Langtang');
  expect(renders).toBe(2);
});
