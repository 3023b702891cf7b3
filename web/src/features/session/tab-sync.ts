// Informs other tabs of sign-in and logout: by storage events, or by a BroadcastChannel where localStorage is blocked
// or full.

export type TabMessage = 'entered' | 'left';

let channel: BroadcastChannel | null = null;

/** Listens to other tabs. Returns the unsubscribe function. */
export function listenToTabs(handlers: {
  storage: (event: StorageEvent) => void;
  news: (news: TabMessage) => void;
}): () => void {
  window.addEventListener('storage', handlers.storage);
  const opened = open();
  channel = opened;
  if (opened) opened.onmessage = ({ data }) => (data === 'entered' || data === 'left') && handlers.news(data);
  return () => {
    window.removeEventListener('storage', handlers.storage);
    opened?.close();
    if (channel === opened) channel = null;
  };
}

export function postToTabs(news: TabMessage): void {
  channel?.postMessage(news);
}

/** null in browsers that also block BroadcastChannel: each tab is then on its own. */
function open(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session');
  } catch {
    return null;
  }
}
