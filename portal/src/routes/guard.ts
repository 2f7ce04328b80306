import { redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '@lintel/contract/identity/sessions';
import { ApiError } from '../lib/api/api-error.ts';
import { safeReturn } from '../lib/safe-return.ts';
import { forgetSession, may, mayBeSignedIn, sessionQuery } from '../lib/session.ts';
import { tellOtherTabs } from '../lib/session-end.ts';
import type { Screen } from './screens.ts';

/** Thrown at a screen that the session does not open. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';
}

/** The session, asked for when it is not known yet. Without one the visitor is sent to sign in. */
export async function requireSession(client: QueryClient, address: string): Promise<Session> {
  try {
    return await client.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (mayBeSignedIn()) tellOtherTabs('ended');
    forgetSession(client);
    const returnTo = address === '/' ? undefined : safeReturn(address);
    throw redirect({
      to: '/login',
      search: { ...(returnTo !== undefined && { returnTo }) },
      replace: true,
    });
  }
}

/** Whether the session opens `screen`. */
export function opens(screen: Screen, session: Session): boolean {
  const tier = session.contractor?.plan?.tier;
  if (screen.paidPlanOnly && (tier === undefined || tier === 'Free')) return false;
  return may(session, screen.access);
}

/** Whether the route of `screen` opens: with its access, or to say itself why it shows nothing. */
export const admits = (screen: Screen, session: Session): boolean =>
  screen.explainsItself === true || opens(screen, session);

/**
 * Sends someone who is signed in already away from the sign-in page. Without the hint nothing is
 * asked.
 */
export async function skipSignIn(client: QueryClient, returnTo: unknown): Promise<void> {
  if (!mayBeSignedIn()) return;
  const session = await client.ensureQueryData(sessionQuery).catch((error: unknown) => {
    // Without an answer nobody knows whether the session is over.
    if (error instanceof ApiError && error.status === 401) forgetSession(client);
    return null;
  });
  if (session === null) return;
  throw redirect({ href: safeReturn(returnTo) ?? '/', replace: true });
}
