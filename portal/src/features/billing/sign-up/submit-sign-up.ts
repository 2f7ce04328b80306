import { ApiError } from '../../../lib/api/api-error.ts';
import { postSignUp, type SignUpBody } from './api/post-sign-up.ts';
import { signUpTab } from './sign-up-tab.ts';

/**
 * Nobody knows yet what became of the call: the same one has to be sent again, under the same key.
 */
const isUnsettled = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || code === 'in_progress';

/**
 * Sends the sign-up of this tab. However often it is sent while no answer comes, it is one. Throws
 * `ApiError`.
 */
export async function submitSignUp(details: Omit<SignUpBody, 'token'>, again = false) {
  const { token, key } = signUpTab.beginCall(details.email);
  try {
    const answer = await postSignUp({ body: { ...details, token } }, { key });
    signUpTab.endCall();
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || !isUnsettled(error)) signUpTab.endCall();
    // Something else was typed since the call whose answer never came: this one is another.
    if (!again && error instanceof ApiError && error.code === 'idempotency_mismatch')
      return submitSignUp(details, true);
    throw error;
  }
}
