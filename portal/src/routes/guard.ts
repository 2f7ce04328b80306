import { redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import { ApiError } from '../lib/api/api-error.ts';
import { safeReturn } from '../lib/safe-return.ts';
import { forgetSession, isLender, isOwnStaff, may, sessionQuery } from '../lib/session.ts';
import { mayBeSignedIn } from '../lib/session-hint.ts';
import { broadcastSessionEnd } from '../lib/session-end.ts';
import type { Screen } from './screens.ts';

/** Thrown for a screen that the session may not open. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}

/**
 * The session of a user who may use the portal. Redirects users who first have to set up a second
 * factor.
 */
export async function requireSession(client: QueryClient, address: string): Promise<Session> {
  const session = await ensureSession(client, address);
  if (session.needsFactor)
    throw redirect({ to: '/secure-account', search: searchFor(address), replace: true });
  return session;
}

/** Only for a session that has to set up a second factor; redirects others to `href`. */
export async function requireUnsecured(client: QueryClient, href = '/'): Promise<void> {
  if (!(await ensureSession(client, href)).needsFactor) throw redirect({ href, replace: true });
}

/** The page to return to afterward. */
function searchFor(address: string): { returnTo?: string } {
  const returnTo = address === '/' ? undefined : safeReturn(address);
  return { ...(returnTo !== undefined && { returnTo }) };
}

/** The session, loaded if necessary. Redirects to sign-in without one. */
async function ensureSession(client: QueryClient, address: string): Promise<Session> {
  try {
    return await client.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (mayBeSignedIn()) broadcastSessionEnd('ended');
    forgetSession(client);
    throw redirect({ to: '/login', search: searchFor(address), replace: true });
  }
}

/** The first screen of a lender's people is their desk. */
export function leaveForDesk(screen: Screen, session: Session): void {
  if (screen.path === '/' && isLender(session))
    throw redirect({ to: '/lender/applications', replace: true });
}

export function opens(screen: Screen, session: Session): boolean {
  const tier = session.contractor?.plan?.tier;
  if (screen.paidPlanOnly && (tier === undefined || tier === 'Free')) return false;
  return may(session, screen.access);
}

/**
 * Whether the route of `screen` opens: with access, to explain why it is empty, or for staff and
 * lenders' people on their own account.
 */
export const canOpenRoute = (screen: Screen, session: Session): boolean =>
  (screen.explainsNoAccess === true && !isLender(session)) ||
  opens(screen, session) ||
  (screen.ownStaffOnly === true && (isOwnStaff(session) || isLender(session)));

/** Redirects signed-in users away from the sign-in page. Without the hint, it sends no request. */
export async function skipSignIn(client: QueryClient, returnTo: unknown): Promise<void> {
  if (!mayBeSignedIn()) return;
  const session = await client.ensureQueryData(sessionQuery).catch((error: unknown) => {
    // Other failures don't show whether the session is over.
    if (error instanceof ApiError && error.status === 401) forgetSession(client);
    return null;
  });
  if (session === null) return;
  throw redirect({ href: safeReturn(returnTo) ?? '/', replace: true });
}
