// Loading, placeholder, preload and failure of a lazy component, and what waits for an idle browser.
import { render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyComponent, whenIdle } from './lazy-component';

const Name = ({ name }: { name: string }) => <p>{name}</p>;

class Caught extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message || this.props.children;
  }
}

test('it is loaded once, when it is needed, for all its uses', async () => {
  const load = vi.fn(async () => Name);
  const Lazy = lazyComponent(load);
  render(
    <>
      <Lazy name="Namche" />
      <Lazy name="Lukla" />
    </>,
  );
  expect(screen.queryByText('Namche')).toBe(null);
  expect(await screen.findByText('Namche')).toBeVisible();
  expect(screen.getByText('Lukla')).toBeVisible();
  render(<Lazy name="Gorak Shep" />);
  expect(screen.getByText('Gorak Shep')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('the placeholder is replaced, and an idle page preloads what is not needed yet', async () => {
  const load = vi.fn(async () => Name);
  const Lazy = lazyComponent<{ name: string }>(load, () => <p>meanwhile</p>);
  render(<Lazy wanted={false} name="Namche" />);
  expect(screen.getByText('meanwhile')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  expect(await screen.findByText('Namche')).toBeVisible();
  expect(screen.queryByText('meanwhile')).toBe(null);
});

test('a failed preload has no effect, and the next one tries again', async () => {
  const load = vi.fn<() => Promise<typeof Name>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Name);
  const Lazy = lazyComponent(load);
  await Lazy.preload();
  render(<Lazy name="Namche" />);
  expect(await screen.findByText('Namche')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed load is thrown to the component that needs it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Lazy = lazyComponent<{ name: string }>(() => Promise.reject(new Error('no such chunk')));
  const { container } = render(
    <Caught>
      <Lazy name="Namche" />
    </Caught>,
  );
  await waitFor(() => expect(container).toHaveTextContent('no such chunk'));
});

describe('in a browser that reports its pictures', () => {
  let pictures: string[] = [];
  let report = () => {};

  class Observer {
    static supportedEntryTypes = ['paint'];
    constructor(private readonly told: () => void) {}
    observe() {
      report = this.told;
    }
    disconnect() {
      report = () => {};
    }
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    pictures = [];
    vi.stubGlobal('PerformanceObserver', Observer);
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.spyOn(performance, 'getEntriesByName').mockImplementation(
      (name) => pictures.filter((one) => one === name) as never,
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('work for later waits for the first picture with content', () => {
    const work = vi.fn();
    whenIdle(work);
    for (const seen of [[], ['first-paint']]) {
      pictures = seen;
      report();
      vi.advanceTimersByTime(10_000);
      expect(work).not.toHaveBeenCalled();
    }
    pictures = ['first-paint', 'first-contentful-paint'];
    report();
    vi.advanceTimersByTime(10_000);
    expect(work).toHaveBeenCalledOnce();
  });

  test('cancelled work is not done, neither before the first picture nor after it', () => {
    const [before, after, work] = [vi.fn(), vi.fn(), vi.fn()];
    whenIdle(before)();
    pictures = ['first-contentful-paint'];
    report();
    whenIdle(after)();
    whenIdle(work);
    vi.advanceTimersByTime(10_000);
    expect(before).not.toHaveBeenCalled();
    expect(after).not.toHaveBeenCalled();
    expect(work).toHaveBeenCalledOnce();
  });
});
