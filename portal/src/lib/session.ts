import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { allows, type Access, type Holders } from '@lintel/contract/core/access';
import type { readSession, Session } from '@lintel/contract/identity/sessions';
import { call } from './api/call.ts';
import { speakFor, type Transport } from './api/send.ts';
import { closeDrafts, openDrafts } from './drafts.ts';
import { dropHint, setHint } from './session-hint.ts';
import { showTimesIn } from './shown-zone.ts';
import { clearTab } from './storage.ts';
import { tellWorker } from './worker.ts';

declare global {
  interface Window {
    /** The answer that `boot.js` has asked for ahead. */
    lintelSession?: Promise<Response> | undefined;
  }
}

/** Hands over the answer that was asked for ahead, once; then asks by itself. */
const askedAhead: Transport = (address, init) => {
  const { lintelSession: answer = fetch(address, init) } = window;
  window.lintelSession = undefined;
  return answer;
};

const read = call<typeof readSession>({ method: 'GET', path: '/user' }, { handles: [401] });

/** The session. From here each call knows whether it speaks for a switched account. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }): Promise<Session> => {
    const { draftsKey, ...session } = await read({}, { signal, transport: askedAhead });
    await openDrafts(session.id, draftsKey ?? null);
    showTimesIn(session.contractor?.effectiveTimeZone);
    speakFor(session.switched ? session.user.id : null);
    setHint();
    return session;
  },
});

/** Forgets everything about the signed-in user: the answers, the switch and the hint. */
export function forgetSession(client: QueryClient): void {
  dropHint();
  clearTab();
  closeDrafts();
  tellWorker('signed-out');
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
