// Removes what somebody typed or chose in this tab when another person signs in. It is kept over a reload and a login.
import { readText, removeStarting, writeText } from '../../lib/storage';
import { onLeave, onVerified } from './session';

/** Whose the drafts are. Without an owner they are a visitor's, and belong to whoever signs in. */
const OWNER = 'draftsOf';

function clearDrafts() {
  removeStarting('session', 'draft:');
  removeStarting('session', 'choice:');
  removeStarting('local', 'recent:');
}

/** Names, phone numbers and addresses must not stay behind on a shared computer. */
export function startSessionDrafts(): () => void {
  const stops = [
    onVerified(({ id }) => {
      // An expired session ends without `onLeave`: the next person is only known when they sign in.
      const owner = readText('session', OWNER);
      if (owner && owner !== id) clearDrafts();
      writeText('session', OWNER, id);
    }),
    onLeave(() => {
      clearDrafts();
      removeStarting('session', OWNER);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
