// The session for components: who, and whether that is known yet.
import { useStore } from '../../lib/store';
import { type SessionState, session } from './session';

export function useSession(): SessionState {
  return useStore(session);
}
