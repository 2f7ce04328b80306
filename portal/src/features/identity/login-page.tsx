import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { safeReturn } from '../../lib/safe-return.ts';
import { Link } from '../../ui/link.tsx';
import { SignIn } from './sign-in.tsx';
import { useSignInEntry } from './use-sign-in-entry.ts';

const route = getRouteApi('/visitor/login');

/** Sign-in while the portal is already loaded. A first visit gets a smaller page. */
export function LoginPage() {
  const { returnTo, email = '' } = route.useSearch();
  const enter = useSignInEntry();
  return (
    <SignIn
      email={email}
      Link={Link}
      onSignedIn={() => enter(m.identity_signIn_success(), safeReturn(returnTo))}
    />
  );
}
