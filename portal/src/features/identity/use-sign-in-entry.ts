import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery } from '../../lib/session.ts';
import { showToast, toastLife } from '../../lib/toast.ts';

/** Opens the portal in a browser that just signed in. Shows `message` first. */
export function useSignInEntry(): (message: string, href?: string, life?: number) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async (message, href = '/', life = toastLife.short) => {
    // Keep the cached link: without it, the used link would be read again.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' });
    await client.fetchQuery(sessionQuery);
    showToast(message, 'success', life);
    // The button stays busy until the frame and the page's code have loaded, so that the window is
    // never empty.
    await router.preloadRoute({ to: '/', href });
    await router.navigate({ href, replace: true });
  };
}
