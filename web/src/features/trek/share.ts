// Gives the page's address to somebody: the phone's own sharing where it exists, else a copy of the link.

export const COPY_FAILED = 'Failed to copy URL';
export const COPIED_MS = 2000;

export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed';

export async function shareLink(title: string, url: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (problem) {
      // Closing the sheet is a choice; anything else (no share target, not allowed) falls back to copying.
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
