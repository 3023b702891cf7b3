// Tells the other tabs who came and went. Local storage does it by its events; where it is forbidden or full, a channel.

export type News = 'entered' | 'left';

let channel: BroadcastChannel | null = null;

/** Hears the other tabs until the function it gives back is called. */
export function listenToTabs(ears: { storage: (event: StorageEvent) => void; news: (news: News) => void }): () => void {
  window.addEventListener('storage', ears.storage);
  const opened = open();
  channel = opened;
  if (opened) opened.onmessage = ({ data }) => (data === 'entered' || data === 'left') && ears.news(data);
  return () => {
    window.removeEventListener('storage', ears.storage);
    opened?.close();
    if (channel === opened) channel = null;
  };
}

export function announce(news: News): void {
  channel?.postMessage(news);
}

/** Browsers that forbid every store may forbid this one too: then each tab is on its own. */
function open(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session');
  } catch {
    return null;
  }
}
