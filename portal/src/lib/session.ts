import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { allows, type Access, type Holders } from '@lintel/contract/core/access';
import type { readSession, Session } from '@lintel/contract/identity/sessions';
import { call } from './api/call.ts';
import { speakFor } from './api/send.ts';
import { clearTab, localStore } from './storage.ts';

const hintKey = 'lintel.signed-in';
const read = call<typeof readSession>({ method: 'GET', path: '/user' }, { handles: [401] });

/**
 * Whether this browser has been signed in: no secret, it only saves a pointless question on the
 * sign-in page.
 */
export const mayBeSignedIn = (): boolean => localStore.get(hintKey) !== null;

/** The session. From here each call knows whether it speaks for a switched account. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }): Promise<Session> => {
    const session = await read({}, { signal });
    speakFor(session.switched ? session.user.id : null);
    localStore.set(hintKey, '1');
    return session;
  },
});

/** From now on this browser counts as signed out. */
export const dropHint = (): void => {
  speakFor(null);
  localStore.set(hintKey, null);
};

/** Forgets everything about the signed-in user: the answers, the switch and the hint. */
export function forgetSession(client: QueryClient): void {
  dropHint();
  clearTab();
  client.clear();
}

/** The session, below the guard that has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

export const holdersOf = (session: Session): Holders => ({
  user: session.user.privileges,
  authenticated: session.privileges,
  switched: session.switched,
  limited: session.user.isLimited,
  staff: !session.isContractorUser,
});

/** Whether the session meets `access`. */
export const may = (session: Session, access: Access): boolean =>
  allows(access, holdersOf(session));

/**
 * Whether something stands between a contractor user on the own account and the portal. A team user
 * with Limited access neither accepts for the company nor answers for it.
 */
export const isOnboarding = ({
  user,
  switched,
  needConfirmProviderAgreement,
  needQuiz,
}: Session): boolean =>
  user.isContractorUser &&
  !user.isLimited &&
  !switched &&
  (needConfirmProviderAgreement || needQuiz);

/** Whether a member of staff is on the own account. */
export const isOwnStaff = ({ isContractorUser, switched }: Session): boolean =>
  !isContractorUser && !switched;
