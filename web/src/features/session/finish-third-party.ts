// Completes a sign-in with Google on the login page (document 1 §4, §8; decisions §4, 110, 111). A separate module,
// because no other page needs these calls.
import { api, request } from '../../api/client';
import { userAnswer } from '../../api/validators/site';
import { loginFailed, showError, signInWith } from './auth-calls';
import { UNPROCESSED } from './messages';
import { parseUser } from './session-storage';
import { takePendingReturn } from './third-party';

const TOO_LATE = 'Login failed: it took longer than 10 minutes. Please try again.';

/**
 * Returns null when the sign-in succeeded or none was in progress, otherwise the error, which was already shown as a
 * toast.
 */
export async function finishThirdPartySignIn(): Promise<string | null> {
  const back = takePendingReturn();
  if (!back) return null;
  if (back.late) return showError(TOO_LATE);
  const { accessToken, refreshToken } = back;
  const named = parseUser(back.user ?? '');
  if (!accessToken || !refreshToken || !named) return showError(UNPROCESSED);
  try {
    // The server's response about the token decides who the user is, not the URL.
    const headers = { Authorization: `Bearer ${accessToken}` };
    const answer = await request(api.GET('/api/auth/verifyUser', { headers }), userAnswer, 'silent');
    if (answer.user.id !== named.id) return showError(UNPROCESSED);
    signInWith({ user: answer.user, accessToken, refreshToken });
    return null;
  } catch (failure) {
    return showError(loginFailed(failure));
  }
}
