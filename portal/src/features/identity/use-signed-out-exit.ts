import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { dropHint, forgetSession } from '../../lib/session.ts';
import { tellOtherTabs } from '../../lib/session-end.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { signInAddress } from './sign-in-address.ts';

/**
 * Leaves a page whose link did its work: says so, and leads to the sign-in page as a signed-out
 * visitor, because the link has ended the sessions of its account. The answers go last: forgotten
 * earlier, the used link would be read once more.
 */
export function useSignedOutExit(): (message: string, email: string) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (message, email) => {
    tellOtherTabs('signed-out');
    dropHint();
    showToast(message, 'success', toastLife.long);
    await router.navigate({ href: signInAddress(email), replace: true });
    forgetSession(client);
  };
}
