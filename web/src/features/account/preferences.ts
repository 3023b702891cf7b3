// Preferences of the traveller, the same on every device. A choice applies in this browser at once and is then saved
// to the account.
import { ApiFailure, api, request } from '../../api/client';
import type { User } from '../../api/types';
import { userAnswer } from '../../api/validators/site';
import { readJson, remove, writeJson } from '../../lib/storage';
import { createStore, useStore } from '../../lib/store';
import { applyTheme, isTheme, onThemeChosen, type Theme } from '../../lib/theme';
import { applyCurrency, onCurrencyChosen } from '../currency/useMoney';
import { currentSession, onUserLeft, onUserVerified, updateUser } from '../session/session';

export interface Preferences {
  currency?: string;
  theme?: Theme;
}

const KEY = 'unsavedPreferences';

/** Choices not yet saved to the account. Kept in localStorage, so that older account values do not overwrite them. */
interface Unsaved {
  userId: string;
  preferences: Preferences;
}

function isUnsaved(value: unknown): value is Unsaved {
  const one = value as Unsaved | null;
  return typeof one?.userId === 'string' && typeof one.preferences === 'object' && one.preferences !== null;
}

/** Fallback while the browser blocks localStorage. */
let inMemory: Unsaved | null = null;

function readUnsaved(userId: string): Preferences | null {
  const unsaved = readJson('local', KEY, isUnsaved) ?? inMemory;
  return unsaved?.userId === userId ? unsaved.preferences : null;
}

function storeUnsaved(unsaved: Unsaved | null) {
  inMemory = unsaved;
  if (unsaved) writeJson('local', KEY, unsaved);
  else remove('local', KEY);
}

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'failed';
const saving = createStore<SaveStatus>('idle');
let pendingRequest: Promise<void> | null = null;

/** Progress of the last save. */
export function useSaveStatus(): SaveStatus {
  return useStore(saving);
}

/** Applies the account's preferences at each session check, and saves choices made while signed in. */
export function startPreferences(): () => void {
  const stops = [
    onUserVerified(applyPreferences),
    onThemeChosen((theme) => savePreferences({ theme })),
    onCurrencyChosen((currency) => savePreferences({ currency })),
    onUserLeft(() => {
      storeUnsaved(null);
      saving.set('idle');
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    inMemory = null;
    saving.set('idle');
  };
}

function applyPreferences(user: User) {
  const mine = readUnsaved(user.id);
  const { theme, currency } = user.preferences as Preferences;
  if (!mine?.theme && isTheme(theme)) applyTheme(theme);
  if (!mine?.currency && typeof currency === 'string') applyCurrency(currency);
  if (mine) savePreferences({});
}

/** Saves to the account. Without a session the choice stays in this browser. */
export function savePreferences(change: Preferences): void {
  const { user } = currentSession();
  if (!user) return;
  storeUnsaved({ userId: user.id, preferences: { ...readUnsaved(user.id), ...change } });
  if (pendingRequest) return;
  pendingRequest = send(user.id).finally(() => {
    pendingRequest = null;
  });
}

/** One request at a time, so that the last choice wins. */
async function send(userId: string): Promise<void> {
  saving.set('saving');
  for (let mine = readUnsaved(userId); mine; ) {
    try {
      const { user } = await request(
        api.PATCH('/api/users/me', { body: { preferences: { ...mine } } }),
        userAnswer,
        'silent',
      );
      updateUser(user);
    } catch (failure) {
      // A rejected change is dropped. After a temporary failure it is sent again at the next session check.
      if (failure instanceof ApiFailure && !failure.worthRetrying) storeUnsaved(null);
      return saving.set('failed');
    }
    const now = readUnsaved(userId);
    if (JSON.stringify(now) === JSON.stringify(mine)) {
      storeUnsaved(null);
      break;
    }
    mine = now;
  }
  saving.set('saved');
}
