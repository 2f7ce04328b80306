import {
  authenticate,
  readSession,
  readUser,
  refreshSession,
  signOut as signOutCall,
} from '@lintel/contract/identity/sessions';
import { handle, type Route } from '../../platform/http/route.ts';
import { accountRoutes } from './account-routes.ts';
import { presentUser } from './accounts.ts';
import {
  accessCookie,
  clearSessionCookies,
  deviceCookie,
  refreshCookie,
  setDeviceCookie,
  setSessionCookies,
} from './tokens.ts';
import type { AccountDeps } from './account-mail.ts';
import { refresh, signOut } from './refresh.ts';
import { viewSession } from './session-view.ts';
import { signIn } from './sign-in.ts';
import { switchRoutes } from './switch-routes.ts';
import { teamRoutes } from './team-routes.ts';

export const identityRoutes = (deps: AccountDeps & { secureCookies: boolean }): Route[] => [
  handle(authenticate, async ({ body, request, answer }) => {
    const { address, userAgent, cookies } = request;
    const { device, ...tokens } = await signIn(deps, body, {
      address,
      userAgent,
      shown: cookies[deviceCookie],
    });
    setSessionCookies(answer, tokens, deps.secureCookies);
    setDeviceCookie(answer, device, deps.secureCookies);
    return { message: 'Login successful!' };
  }),
  handle(readSession, ({ caller }) => viewSession(deps, caller)),
  handle(refreshSession, async ({ request: { cookies }, answer }) => {
    setSessionCookies(answer, await refresh(deps, cookies[refreshCookie]), deps.secureCookies);
    return { message: 'Session refreshed' };
  }),
  handle(signOutCall, async ({ request: { cookies }, answer }) => {
    await signOut(deps, { access: cookies[accessCookie], refresh: cookies[refreshCookie] });
    clearSessionCookies(answer, deps.secureCookies);
    return { message: 'Signed out' };
  }),
  handle(readUser, async ({ owned }) => presentUser(owned.account)),
  ...switchRoutes(deps),
  ...accountRoutes(deps),
  ...teamRoutes(deps),
];
