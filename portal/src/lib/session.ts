import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { allows, type Access, type Holders } from '@lintel/contract/core/access';
import type { readSession, Session } from '@lintel/contract/identity/sessions';
import { call } from './api/call.ts';
import { setSwitchedUser, type Transport } from './api/send.ts';
import { closeDrafts, openDrafts } from './drafts.ts';
import { dropHint, setHint } from './session-hint.ts';
import { setTimeZone } from './time-zone.ts';
import { clearTab } from './storage.ts';
import { postToWorker } from './worker.ts';

declare global {
  interface Window {
    /** The response that `boot.js` requested early. */
    lintelSession?: Promise<Response> | undefined;
  }
}

/** Uses the early response once; after that, sends requests. */
const earlyResponse: Transport = (address, init) => {
  const { lintelSession: answer = fetch(address, init) } = window;
  window.lintelSession = undefined;
  return answer;
};

const read = call<typeof readSession>({ method: 'GET', path: '/user' }, { handles: [401] });

/** The session. Loading it sets the switched account for all calls. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: async ({ signal }): Promise<Session> => {
    const { draftsKey, ...session } = await read({}, { signal, transport: earlyResponse });
    await openDrafts(session.id, draftsKey ?? null);
    setTimeZone(session.contractor?.effectiveTimeZone);
    setSwitchedUser(session.switched ? session.user.id : null);
    setHint();
    return session;
  },
});

/** Forgets the signed-in user: cached data, the switch, and the hint. */
export function forgetSession(client: QueryClient): void {
  dropHint();
  clearTab();
  closeDrafts();
  postToWorker('signed-out');
  client.clear();
}

/** The session, below the guard that has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

export const draftHolders = (session: Session): Holders => ({
  user: session.user.privileges,
  authenticated: session.privileges,
  switched: session.switched,
  limited: session.user.isLimited,
  staff: !session.isContractorUser && session.lender === undefined,
  lender: session.lender !== undefined,
});

export const may = (session: Session, access: Access): boolean =>
  allows(access, draftHolders(session));

/**
 * Whether a contractor user on their own account still has to complete onboarding. A team user with
 * Limited access neither accepts agreements nor takes the quiz for the company.
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

/** Whether a staff user is on their own account. */
export const isOwnStaff = ({ isContractorUser, switched, lender }: Session): boolean =>
  !isContractorUser && !switched && lender === undefined;

/** Whether the account belongs to a lender with a desk. */
export const isLender = ({ lender }: Session): boolean => lender !== undefined;
