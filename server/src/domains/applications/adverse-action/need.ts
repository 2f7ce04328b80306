import { dayMs, hourMs } from '@lintel/contract/core/durations';
import {
  noticeDays,
  noticeLeadDays,
  type NoticeKind,
} from '@lintel/contract/applications/adverse-action-constants';
import type { Route } from '../lenders/index.ts';
import { isFunded, isGone } from '../offer-state.ts';
import { isHeld, type Application, type Offer } from '../repository.ts';

/** An application with everything that its notices depend on. */
export interface Case {
  application: Application;
  routes: readonly Route[];
  offers: readonly Offer[];
  now: Date;
}

/** Why a lender owes a notice, since when, and until when. */
export interface Need {
  kind: NoticeKind;
  decidedAt: Date;
  dueAt: Date;
}

const after = (start: Date, days: number): Date => new Date(start.getTime() + days * dayMs);
const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, time) => (last === null || (time ?? last) > last ? time : last), null);

/** Whether the lender withdrew an offer, rather than let it expire. */
const isWithdrawn = ({ withdrawnAt, expiresAt }: Offer): boolean =>
  withdrawnAt !== null && (expiresAt === null || expiresAt > withdrawnAt);

/**
 * The notice that a lender owes for its answer (12 CFR 1002.9(a)(1)): for a decline, no offer, the
 * withdrawal of all its offers, and offers of less than the requested amount. Null for none.
 */
export function needOf({ application, offers }: Case, route: Route): Need | null {
  const completedAt = application.completedAt;
  if (completedAt === null) return null;
  const own = offers.filter(({ lenderId }) => lenderId === route.lenderId);
  if (own.some(isFunded)) return null;
  const decided = decisionOf(application, route, own);
  if (decided === null) return null;
  const { decidedAt, kind } = decided;
  if (kind === 'counter-offer')
    return { ...decided, dueAt: after(decidedAt, noticeDays.counterOffer) };
  const first = after(completedAt, noticeDays.application);
  // A lender that had answered in time, with an offer, decides again.
  const isLater = own.length > 0 || decidedAt > first;
  return { ...decided, dueAt: isLater ? after(decidedAt, noticeDays.application) : first };
}

function decisionOf(
  { requestedAmountCents }: Application,
  { state, declinedAt, answeredAt }: Route,
  own: readonly Offer[],
): { kind: NoticeKind; decidedAt: Date } | null {
  if (state === 'declined') return decidedOn('declined', declinedAt ?? answeredAt);
  if (state === 'no-offers') return decidedOn('no-offers', answeredAt);
  if (state !== 'offered' || own.length === 0) return null;
  if (own.every(isWithdrawn))
    return decidedOn('withdrawn', latest(own.map(({ withdrawnAt }) => withdrawnAt)));
  const standing = own.filter((offer) => !isWithdrawn(offer));
  const isLess = standing.every(({ amountCents }) => amountCents < (requestedAmountCents ?? 0));
  return isLess ? decidedOn('counter-offer', latest(standing.map((one) => one.receivedAt))) : null;
}

const decidedOn = (kind: NoticeKind, decidedAt: Date | null) =>
  decidedAt === null ? null : { kind, decidedAt };

/** Whether the homeowner accepted an offer (12 CFR 1002.9(g)). */
const hasAccepted = ({ application, offers }: Case): boolean =>
  application.withdrawnAt === null
    ? offers.some((offer) => isFunded(offer) || offer.approvedAt !== null || isChosen(offer))
    : offers.some(isFunded);
const isChosen = ({ chosenAt, withdrawnAt }: Offer): boolean =>
  chosenAt !== null && withdrawnAt === null;

/** Waits for late offers after the last answer. */
const graceMs = hourMs;

/** What to do with a notice that a lender owes and hasn't sent. */
export type Step =
  | { do: 'nothing'; problem: '' | 'unconfirmed' }
  | { do: 'wait'; problem: '' | 'contested'; until: Date }
  | { do: 'send' };

/**
 * When a notice is sent: soon after the last lender answered without an offer, or the offers or the
 * application ended; otherwise some days before its last day, unless an offer was accepted.
 */
export function stepOf(found: Case, { dueAt, kind }: Need): Step {
  const { application, now } = found;
  if (hasAccepted(found)) return { do: 'nothing', problem: '' };
  // The homeowner withdrew while the counteroffer could still be accepted.
  if (kind === 'counter-offer' && application.withdrawnAt !== null)
    return { do: 'nothing', problem: '' };
  const latestStart = after(dueAt, -noticeLeadDays);
  if (isHeld(application)) {
    // Its owner replaced the answers of someone else.
    if (application.withdrawnAt !== null) return { do: 'nothing', problem: 'unconfirmed' };
    const until = latestStart > now ? latestStart : after(now, 1);
    return { do: 'wait', problem: 'contested', until };
  }
  const ended = endOf(found);
  const readyAt = ended !== null && ended < latestStart ? ended : latestStart;
  return readyAt <= now ? { do: 'send' } : { do: 'wait', problem: '', until: readyAt };
}

/** When no offer is left that could be accepted; null while that isn't known. */
function endOf({ application, routes, offers, now }: Case): Date | null {
  if (application.withdrawnAt !== null) return application.withdrawnAt;
  if (routes.some(({ state }) => ['waiting', 'sending', 'sent'].includes(state))) return null;
  const open = offers.filter((offer) => !isGone(offer, now) && offer.fundedAt === null);
  if (open.some(({ expiresAt }) => expiresAt === null)) return null;
  const last = latest([
    application.answeredAt,
    ...routes.flatMap(({ answeredAt, declinedAt }) => [answeredAt, declinedAt]),
    ...offers.flatMap(({ receivedAt, withdrawnAt }) => [receivedAt, withdrawnAt]),
    ...open.map(({ expiresAt }) => expiresAt),
  ]);
  return last === null ? null : new Date(last.getTime() + graceMs);
}
