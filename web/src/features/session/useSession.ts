// Session state for components.
import { useStore } from '../../lib/store';
import { type SessionState, session } from './session';

export function useSession(): SessionState {
  return useStore(session);
}
