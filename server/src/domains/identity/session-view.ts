import type { Session } from '@lintel/contract/identity/sessions';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Account, Caller } from '../../platform/http/caller.ts';
import { contractorSummary } from '../contractors/index.ts';
import { pageNames } from '../pages/index.ts';
import { accountOf, presentUser } from './accounts.ts';
import { visitEnd } from './visits.ts';

/**
 * The session as the portal asks for it when it loads. It tells the switched account even when the
 * request did not claim it: a page that was just reloaded does not know yet that it is switched.
 */
export async function viewSession(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
): Promise<Session> {
  const viewed = await viewedAccount(db, caller);
  const contractor = await viewedContractor(db, viewed);
  const switched = viewed.id !== caller.authenticated.id;
  const end = switched ? await visitEnd(db, caller.sessionId, clock.now()) : null;
  const { contractor: _own, ...authenticated } = presentUser(caller.authenticated);
  return {
    ...authenticated,
    isAuth: true,
    contractor,
    needConfirmProviderAgreement: contractor?.needConfirmServiceAgreement ?? false,
    needQuiz: contractor?.needQuiz ?? false,
    switched,
    switchedSecondsLeft:
      end && Math.max(0, Math.round((end.getTime() - clock.now().getTime()) / 1000)),
    user: presentUser(viewed),
  };
}

async function viewedAccount(db: Database, caller: Caller): Promise<Account> {
  if (caller.switched || caller.switchedInto === null) return caller.user;
  return (await accountOf(db, caller.switchedInto)) ?? caller.authenticated;
}

async function viewedContractor(db: Database, viewed: Account): Promise<Session['contractor']> {
  if (viewed.contractorId === null) return null;
  const [summary, pages] = await Promise.all([
    contractorSummary(db, viewed.contractorId),
    pageNames(db, viewed.contractorId),
  ]);
  const [first] = pages;
  return {
    ...summary,
    hasPage: pages.length > 0,
    pages,
    selectedPage: first ?? null,
    ccAccept: first?.ccAcceptance ?? '',
  };
}
