import type { Session } from '@lintel/contract/identity/sessions';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Account, Caller, SessionReader } from '../../../platform/http/caller.ts';
import { findAccount, presentUser, toAccount } from './accounts.ts';
import {
  parseRuleDay,
  factorSetting,
  isFactorNeeded,
  readFactorRule,
  selectProofWays,
} from '../factors/index.ts';
import { accessCookie, accessTokens } from '../sign-in/index.ts';
import { sessionsByTurn } from './repository.ts';
import { visitEnd, visitsSince } from './visits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { contractorSummary } from '../../contractors/index.ts';
import { pageNames } from '../../pages/index.ts';

/**
 * Reads the caller from the access cookie and the database: an ended session or a deactivated
 * account is rejected immediately.
 */
export function sessionReader(context: Context): SessionReader {
  const since = (): Date => visitsSince(context.clock.now());
  const readSession = sessionsByTurn(context.database.pool, since, factorSetting);
  return {
    async read(cookies, claim, address): Promise<Caller | null> {
      const sessionId = await accessTokens(context).read(cookies[accessCookie]);
      const session = sessionId === null ? undefined : await readSession(sessionId);
      if (sessionId === null || !session?.account) return null;
      const authenticated = toAccount(session.account);
      const switchedInto = session.switchedInto?.id ?? null;
      const own: Caller = {
        sessionId,
        authenticated,
        user: authenticated,
        switched: false,
        switchedInto,
        address,
        provenAt: session.provenAt === null ? null : new Date(session.provenAt),
        needsFactor:
          !session.hasFactor &&
          isFactorNeeded(authenticated.kind, parseRuleDay(session.factorRule), context),
      };
      if (claim === null || claim.userId === authenticated.id) return own;
      if (session.switchedInto?.id === claim.userId) {
        return { ...own, user: toAccount(session.switchedInto), switched: true };
      }
      throw new AppError(claim.by === 'header' ? 'access_denied' : 'not_found');
    },
  };
}

/**
 * The session for the portal's first request. Includes the switched account even when the request
 * doesn't name it, since a reloaded page doesn't know yet that it is switched.
 */
export async function viewSession(
  { db, clock, config }: Context,
  caller: Caller,
): Promise<Session> {
  const viewed = await viewedAccount(db, caller);
  const contractor = await viewedContractor(db, viewed, config.BUSINESS_TIME_ZONE);
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
    needsFactor: caller.needsFactor,
    factorNeededFrom: await factorNeededFrom(db, caller),
    ...(viewed.lender && { lender: viewed.lender }),
    user: presentUser(viewed),
  };
}

async function viewedAccount(db: Database, caller: Caller): Promise<Account> {
  if (caller.switched || caller.switchedInto === null) return caller.user;
  return (await findAccount(db, caller.switchedInto)) ?? caller.authenticated;
}

async function viewedContractor(
  db: Database,
  viewed: Account,
  timeZone: string,
): Promise<Session['contractor']> {
  if (viewed.contractorId === null) return null;
  const [summary, pages] = await Promise.all([
    contractorSummary(db, viewed.contractorId, timeZone),
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

/** The date from which the signed-in account must have the second factor it lacks. */
async function factorNeededFrom(db: Database, { authenticated }: Caller): Promise<string | null> {
  if (authenticated.kind === 'staff' || authenticated.kind === 'lender') return null;
  const { contractorsFrom } = await readFactorRule(db);
  if (contractorsFrom === null) return null;
  return (await selectProofWays(db, authenticated.id)).length > 0 ? null : contractorsFrom;
}
