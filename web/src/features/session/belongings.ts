// What somebody typed or chose in this tab: kept over a reload and a login, and never seen by the next person.
import { readText, removeStarting, writeText } from '../../lib/storage';
import { onLeave, onVerified } from './session';

/** Whose the drafts are. Without one they are a visitor's, and belong to whoever signs in. */
const OWNER = 'draftsOf';

function forgetBelongings() {
  removeStarting('session', 'draft:');
  removeStarting('session', 'choice:');
  removeStarting('local', 'recent:');
}

/** Names, phone numbers and addresses that were typed do not stay behind on a shared computer. */
export function startBelongings(): () => void {
  const stops = [
    onVerified(({ id }) => {
      // A session that ran out tells nobody to leave: the next person is known only when they are there.
      const owner = readText('session', OWNER);
      if (owner && owner !== id) forgetBelongings();
      writeText('session', OWNER, id);
    }),
    onLeave(() => {
      forgetBelongings();
      removeStarting('session', OWNER);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
