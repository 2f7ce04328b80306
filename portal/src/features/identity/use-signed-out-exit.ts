import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { broadcastSessionEnd } from '../../lib/session-end.ts';
import { forgetSession } from '../../lib/session.ts';
import { dropHint } from '../../lib/session-hint.ts';
import { clearTab } from '../../lib/storage.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

/** The sign-in page, with the e-mail prefilled if known. */
export const signInAddress = (email = ''): string =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email }).toString()}`;

/**
 * Leaves a page whose link succeeded: shows a message and opens the sign-in page signed out,
 * because the link ended the account's sessions. The cache is cleared last; otherwise the used link
 * would be read again.
 */
export function useSignedOutExit(): (message: string, email: string) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (message, email) => {
    broadcastSessionEnd('signed-out');
    dropHint();
    showToast(message, 'success', toastLife.long);
    await router.navigate({ href: signInAddress(email), replace: true });
    forgetSession(client);
  };
}

/**
 * Leaves a page whose link invalidated the password: signed out, for the page that sets a new one.
 */
export function useNewPasswordExit(): (answer: { message: string; enc: string }) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async ({ message, enc }) => {
    broadcastSessionEnd('signed-out');
    dropHint();
    clearTab();
    // Keep both cached links: without them, the used link would be read again.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' });
    showToast(message, 'success', toastLife.long);
    const href = `/np?${new URLSearchParams({ m: enc }).toString()}`;
    await router.navigate({ href, replace: true });
  };
}
