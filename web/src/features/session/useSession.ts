// The session for components: who, and whether that is known yet.
import { useSyncExternalStore } from 'react';
import { currentSession, type SessionState, watchSession } from './session';

export function useSession(): SessionState {
  return useSyncExternalStore(watchSession, currentSession);
}
