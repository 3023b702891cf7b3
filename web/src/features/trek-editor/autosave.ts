// Writes soon after each change, and at once when the page goes: a power cut costs at most the last second of typing.
const QUIET_MS = 300;
const LONGEST_MS = 1000;

export interface Autosave {
  changed(): void;
  /** Writes now what is not yet written. */
  flush(): void;
  /** What is not yet written is not to be. */
  forget(): void;
  end(): void;
}

/** `write` while typing goes on: after a short pause, or after a second without one. */
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
