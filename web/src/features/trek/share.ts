// Shares the URL of the page: with the system's share sheet where available, otherwise by copying the link.

export const COPY_FAILED = 'Failed to copy URL';
export const COPIED_MS = 2000;

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed';

export async function shareLink(title: string, url: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (problem) {
      // AbortError means that the user closed the sheet. Other errors fall back to copying.
      if ((problem as DOMException).name === 'AbortError') return 'cancelled';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
