// Writes shortly after each change, and at once when the page is hidden: a power cut loses at most a second of typing.
const QUIET_MS = 300;
const LONGEST_MS = 1000;

export interface Autosave {
  changed(): void;
  /** Writes pending changes now. */
  flush(): void;
  /** Discards pending changes. */
  forget(): void;
  end(): void;
}

/** Calls `write` after a pause in typing, or after a second of continuous typing. */
export function startAutosave(write: () => void): Autosave {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    quiet = undefined;
    longest = undefined;
  };
  const flush = () => {
    if (longest === undefined) return;
    forget();
    write();
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', hidden);
  return {
    changed: () => {
      clearTimeout(quiet);
      quiet = setTimeout(flush, QUIET_MS);
      longest ??= setTimeout(flush, LONGEST_MS);
    },
    flush,
    forget,
    end: () => {
      flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
    },
  };
}
