import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import * as m from '#messages';
import { safeReturn } from '../../lib/safe-return.ts';
import { sessionQuery } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { Link } from '../../ui/link.tsx';
import { SignIn } from './sign-in.tsx';

const route = getRouteApi('/visitor/login');

/** Signing in again, for somebody who has the portal open: who comes anew has a smaller page. */
export function LoginPage() {
  const router = useRouter();
  const { returnTo, email = '' } = route.useSearch();
  const client = useQueryClient();
  const enter = async (): Promise<void> => {
    client.clear();
    await client.fetchQuery(sessionQuery);
    showToast(m.identity_login_successful());
    const href = safeReturn(returnTo) ?? '/';
    // The button turns until the frame and the page's code are there: the window is never empty in
    // between.
    await router.preloadRoute({ to: '/', href });
    await router.navigate({ href, replace: true });
  };
  return <SignIn email={email} Link={Link} onSignedIn={enter} />;
}
