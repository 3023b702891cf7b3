// The login page signs in who came back from Google (document 1 §4, §8; decisions §4, 110, 111). Apart from what every page
// does at start: the rest of the site needs no calls of the login.
import { api, ask } from '../../api/client';
import { enterWith, loginFailed, say } from './auth-calls';
import { UNPROCESSED } from './messages';
import { parseUser } from './session-storage';
import { takeHeldReturn } from './third-party';

const TOO_LATE = 'Login failed: it took longer than 10 minutes. Please try again.';

/** Signs in who came back; null when that went well or nobody did, else what went wrong, its toast shown. */
export async function finishReturn(): Promise<string | null> {
  const back = takeHeldReturn();
  if (!back) return null;
  if (back.late) return say(TOO_LATE);
  const { accessToken, refreshToken } = back;
  const named = parseUser(back.user ?? '');
  if (!accessToken || !refreshToken || !named) return say(UNPROCESSED);
  try {
    // Who it is, is the server's word about the token, never the address's.
    const headers = { Authorization: `Bearer ${accessToken}` };
    const answer = await ask(api.GET('/api/auth/verifyUser', { headers }), 'silent');
    if (answer?.user?.id !== named.id) return say(UNPROCESSED);
    enterWith({ user: answer.user, accessToken, refreshToken });
    return null;
  } catch (failure) {
    return say(loginFailed(failure));
  }
}
