import { minuteMs, dayMs } from '@lintel/contract/core/durations';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { acceptedKinds, reasonsToSkip } from '@lintel/contract/lenders/routing';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { toDollars } from '../../../platform/money.ts';
import { contractorPlan } from '../../contractors/index.ts';
import {
  findLender,
  lenderRules,
  nextOpening,
  readTerms,
  selectCurrentLenders,
  type LenderRow,
} from '../../lenders/index.ts';
import { changed } from '../changed.ts';
import { detailsFor, detailsGiven, eraseDetails } from '../details/index.ts';
import { queueInvitation } from '../invitation.ts';
import type { LenderApplication } from '../lender-connection.ts';
import { queueNoticeCheck } from '../notice-check.ts';
import { sendToOneLender } from '../queue-jobs.ts';
import {
  isHeld,
  lockApplication,
  readLenderFacts,
  setApplication,
  type Application,
} from '../repository.ts';
import { connectionTo } from '../connections/index.ts';
import {
  findRoute,
  insertRoutes,
  selectOverdue,
  selectRoutes,
  setRoute,
  type NewRoute,
  type Route,
} from './route-repository.ts';

type DeclineEvent = Extract<LenderEvent, { type: 'application.declined' }>;

interface ApplicationKey {
  contractorId: number;
  applicationId: number;
}

/** A lender that is asked at the same time as others has this long to answer. */
const parallelMs = 7 * dayMs;

/**
 * Decides which lenders get a sent application, and why others don't, and sends it to those whose
 * turn it is. Safe to run twice: an application is routed once.
 */
export async function routeApplication(context: Context, which: ApplicationKey): Promise<void> {
  const { facts, isHeld: waits } = await readLenderFacts(context.db, which);
  if (waits) return;
  await context.db.transaction(async (tx) => {
    const application = await lockApplication(tx, {
      contractorId: which.contractorId,
      id: which.applicationId,
    });
    if (application === undefined || application.withdrawnAt !== null) return;
    if ((await selectRoutes(tx, application)).length > 0) return;
    await insertRoutes(tx, await planRoutes(tx, application, facts));
    await startTurn(tx, context, application, await selectRoutes(tx, application));
  });
}

/** The rows of all lenders that aren't archived: skipped ones with their reasons. */
async function planRoutes(
  tx: Database,
  { contractorId, id: applicationId }: Application,
  facts: LenderApplication,
): Promise<NewRoute[]> {
  const { contractor } = await contractorPlan(tx, contractorId);
  const terms = await readTerms(tx, contractorId);
  const routed = {
    state: facts.state,
    creditBand: facts.creditBand,
    requestedAmount: toDollars(facts.requestedAmountCents),
    project: facts.project,
    planId: contractor.planId,
    accepts: acceptedKinds(facts.page),
    details: await detailsGiven(tx, { contractorId, id: applicationId }),
  };
  let turn = 1;
  let isTaken = false;
  const rows: NewRoute[] = [];
  // Lenders that are asked at the same time come first, and then each other one in its order.
  const lenders = (await selectCurrentLenders(tx)).toSorted(
    (a, b) => Number(a.mode === 'ordered') - Number(b.mode === 'ordered'),
  );
  for (const lender of lenders) {
    const skipped = reasonsToSkip(lenderRules(lender), terms(lender.id), routed);
    const common = { contractorId, applicationId, lenderId: lender.id };
    if (skipped.length > 0) {
      rows.push({ ...common, state: 'skipped', skipped });
      continue;
    }
    if (lender.mode === 'ordered' && isTaken) turn += 1;
    isTaken = true;
    rows.push({ ...common, state: 'waiting', turn });
  }
  return rows;
}

/**
 * Starts the first turn with waiting lenders, unless an earlier one isn't over or has offers. When
 * no lender is left, the homeowner learns that there are no offers.
 */
async function startTurn(
  tx: Database,
  context: Context,
  application: Application,
  routes: readonly Route[],
): Promise<void> {
  const requestedRoutes = routes.filter(({ state }) => state !== 'skipped');
  if (requestedRoutes.some(({ state }) => ['sending', 'sent', 'offered'].includes(state))) return;
  const turn = requestedRoutes.find(({ state }) => state === 'waiting')?.turn;
  if (turn === undefined) return endWithoutOffers(tx, context, application);
  const now = context.clock.now();
  for (const { lenderId } of requestedRoutes.filter(
    (one) => one.turn === turn && one.state === 'waiting',
  )) {
    const lender = await findLender(tx, lenderId);
    if (lender === undefined) continue;
    const opens = nextOpening(lender.hours, now, context.config.BUSINESS_TIME_ZONE);
    const dueAt = new Date((opens ?? now).getTime() + answerMs(lender));
    const route = { ...which(application), lenderId };
    await setRoute(tx, route, { state: 'sending', dueAt });
    await enqueue(tx, sendToOneLender, route, {
      key: `send-${application.id}-${lenderId}`,
      ...(opens && { runAt: opens }),
    });
  }
}

const which = ({ contractorId, id }: Pick<Application, 'contractorId' | 'id'>): ApplicationKey => ({
  contractorId,
  applicationId: id,
});

const answerMs = ({ mode, answerMinutes }: LenderRow): number =>
  mode === 'ordered' ? answerMinutes * minuteMs : parallelMs;

/**
 * Sends an application to one lender. Safe to run twice: the reference is the idempotency key.
 * Throws when the lender doesn't accept, so that the queue retries.
 */
export async function sendApplication(
  context: Context,
  payload: ApplicationKey & { lenderId: number },
): Promise<void> {
  const { lenderId, ...of } = payload;
  const application = { contractorId: of.contractorId, id: of.applicationId };
  const route = await findRoute(context.db, application, lenderId);
  const lender = await findLender(context.db, lenderId);
  if (route?.state !== 'sending' || lender === undefined) return;
  const { facts, isHeld: waits } = await readLenderFacts(context.db, of);
  if (waits) return;
  const applicant = await detailsFor(context, application, lender.needs);
  // The application ended, or its details were erased: the next lender's turn comes with the time.
  if (applicant === null) return;
  const connection = connectionTo(context, lender, { id: sendToOneLender.id, payload });
  await connection.submit(facts, applicant);
  await context.db.transaction(async (tx) => {
    await lockApplication(tx, application);
    const stored = await findRoute(tx, application, lenderId);
    // An answer may have arrived before the call returned.
    if (stored?.state !== 'sending') return;
    await setRoute(tx, stored, { state: 'sent', sentAt: context.clock.now() });
  });
}

/**
 * Notes a lender's answer to a locked application, and starts the next turn after the last answer
 * without offers. Returns whether lenders are left that may still answer.
 */
export async function noteAnswer(
  tx: Database,
  context: Context,
  application: Application,
  answer: { lenderId: number; state: 'offered' | 'no-offers' | 'declined'; reasons?: string[] },
): Promise<boolean> {
  const routes = await selectRoutes(tx, application);
  const own = routes.find(({ lenderId }) => lenderId === answer.lenderId);
  if (own !== undefined && !(own.state === 'offered' && answer.state === 'no-offers')) {
    own.state = answer.state;
    await setRoute(tx, own, {
      state: answer.state,
      answeredAt: own.answeredAt ?? context.clock.now(),
      sentAt: own.sentAt ?? context.clock.now(),
      dueAt: null,
      ...(answer.reasons && { declineReasons: answer.reasons }),
    });
  }
  const isOpen = routes.some(({ state }) => ['waiting', 'sending', 'sent'].includes(state));
  if (answer.state !== 'offered' && isOpen) await startTurn(tx, context, application, routes);
  return isOpen;
}

/**
 * Notes that a lender declined, with what a notice of adverse action needs (12 CFR 1002.9). Returns
 * whether other lenders may still answer. A lender from before routing gets its part now.
 */
export async function noteDecline(
  tx: Database,
  context: Context,
  application: Application,
  { lenderId, event, now }: { lenderId: number; event: DeclineEvent; now: Date },
): Promise<boolean> {
  const part = { ...which(application), lenderId };
  await insertRoutes(tx, [{ ...part, state: 'sent', sentAt: application.completedAt }]);
  await setRoute(tx, part, {
    declinedAt: new Date(Math.min(now.getTime(), Date.parse(event.createdAt))),
    declineDetails: event.reasons,
    creditScore: event.score,
    usedReport: event.usedReport ?? null,
    bureau: event.bureau ?? null,
    sendsNotice: event.sendsNotice,
  });
  const reasons = event.reasons.map(({ code }) => code);
  return noteAnswer(tx, context, application, { lenderId, state: 'declined', reasons });
}

/** No lender has an offer: the application is answered, and its homeowner notified. */
export async function endWithoutOffers(
  tx: Database,
  context: Context,
  application: Application,
): Promise<void> {
  if (application.answeredAt !== null || application.withdrawnAt !== null) return;
  const now = context.clock.now();
  await setApplication(tx, application, { answeredAt: now });
  await eraseDetails(tx, application, now);
  await changed(tx, application);
  await context.emit(tx, 'application.progressed', {
    application,
    event: 'application-step',
    what: 'no-offers',
    step: 'received no offers this time',
  });
  await queueInvitation(tx, application, 'none', now);
  await queueNoticeCheck(tx, application);
}

/** Ends the wait for lenders that haven't answered in time, and asks the next ones. */
export async function endOverdue(context: Context): Promise<void> {
  const { db, clock, log } = context;
  await oneByOne(await selectOverdue(db, clock.now(), 1000), {
    log,
    work: ({ contractorId, applicationId, lenderId }) =>
      db.transaction(async (tx) => {
        const application = await lockApplication(tx, { contractorId, id: applicationId });
        if (application === undefined || isHeld(application)) return;
        const routes = await selectRoutes(tx, application);
        const route = routes.find((one) => one.lenderId === lenderId);
        if (route?.dueAt == null || route.dueAt > clock.now()) return;
        route.state = route.state === 'sending' ? 'failed' : 'timed-out';
        await setRoute(tx, route, { state: route.state, dueAt: null });
        await startTurn(tx, context, application, routes);
        await queueNoticeCheck(tx, application);
      }),
    failed: ({ applicationId }) => `The next lender of application ${applicationId} wasn’t asked`,
  });
}
