import type { toast as Drawn } from 'sonner';
import { expect, test, vi } from 'vitest';
import { connectToaster, toast } from './toast';

test('toasts before the toaster is loaded are shown in order once it is', () => {
  const first = toast.loading('Sending');
  toast.error('Refused', { id: first });
  toast.dismiss(first);
  const toasts = { loading: vi.fn(), error: vi.fn(), success: vi.fn(), dismiss: vi.fn() };
  connectToaster(toasts as unknown as typeof Drawn);
  expect(toasts.loading).toHaveBeenCalledExactlyOnceWith('Sending', { id: first });
  expect(toasts.error).toHaveBeenCalledExactlyOnceWith('Refused', { id: first });
  expect(toasts.dismiss).toHaveBeenCalledExactlyOnceWith(first);
  expect(toasts.loading.mock.invocationCallOrder[0]).toBeLessThan(toasts.error.mock.invocationCallOrder[0] ?? 0);

  const next = toast.success('Stored');
  expect(next).not.toBe(first);
  expect(toasts.success).toHaveBeenCalledExactlyOnceWith('Stored', { id: next });
});
