import { act, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '../lib/toast';
import { TOAST_MS, Toaster } from './Toaster';

afterEach(() => {
  vi.useRealTimers();
  toast.dismiss();
});

const all = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')];

test('TOAST-01..04 toasts close after 4 seconds, three are visible, 356 px wide and 14 px apart', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Toaster />);
  act(() => {
    for (const text of ['one', 'two', 'three', 'four']) toast(text);
  });
  await waitFor(() => expect(all()).toHaveLength(4));
  expect(all().filter((one) => one.dataset.visible === 'true')).toHaveLength(3);
  expect(all()[0]?.style.width).toBe('356px');
  expect(document.querySelector<HTMLElement>('[data-sonner-toaster]')?.style.getPropertyValue('--gap')).toBe('14px');
  expect(TOAST_MS).toBe(4000);
  await act(() => vi.advanceTimersByTimeAsync(3500));
  expect(all()).toHaveLength(4);
  await act(() => vi.advanceTimersByTimeAsync(1500));
  await waitFor(() => expect(all()).toHaveLength(0));
});
