import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { tellOtherTabs } from '../../lib/session-end.ts';
import { forgetSession } from '../../lib/session.ts';
import { dropHint } from '../../lib/session-hint.ts';
import { clearTab } from '../../lib/storage.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

/** The sign-in page, with the e-mail filled in when it is known. */
export const signInAddress = (email = ''): string =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email }).toString()}`;

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

/** Leaves a page whose link made the password void: signed out, for the page that sets a new one. */
export function useNewPasswordExit(): (answer: { message: string; enc: string }) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async ({ message, enc }) => {
    tellOtherTabs('signed-out');
    dropHint();
    clearTab();
    // The answers about both links stay: without them, the used link would be read once more.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' });
    showToast(message, 'success', toastLife.long);
    const href = `/np?${new URLSearchParams({ m: enc }).toString()}`;
    await router.navigate({ href, replace: true });
  };
}
