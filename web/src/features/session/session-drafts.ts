// Removes the drafts of a tab when another user signs in. They survive a reload and a login.
import { readText, removeStarting, writeText } from '../../lib/storage';
import { onUserLeft, onUserVerified } from './session';

/** User id that the drafts belong to. Drafts without an owner are a visitor's and go to the next user who signs in. */
const OWNER = 'draftsOf';

function clearDrafts() {
  removeStarting('session', 'draft:');
  removeStarting('session', 'choice:');
  removeStarting('local', 'recent:');
}

/** Protects names, phone numbers and addresses on a shared computer. */
export function startSessionDrafts(): () => void {
  const stops = [
    onUserVerified(({ id }) => {
      // An expired session ends without `onLeave`, so a change of user is only visible at the next sign-in.
      const owner = readText('session', OWNER);
      if (owner && owner !== id) clearDrafts();
      writeText('session', OWNER, id);
    }),
    onUserLeft(() => {
      clearDrafts();
      removeStarting('session', OWNER);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
