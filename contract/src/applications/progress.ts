import { keysOf } from '../core/map-values.ts';

/** Days a lender waits for information before the decision becomes EXPIRED. */
export const expiryDays = 50;
/** Days after which a new application of the same homeowner is a fresh start, not a repeat. */
export const reapplyDays = 90;

export const actors = ['contractor', 'homeowner', 'lender', 'nobody'] as const;
export type Actor = (typeof actors)[number];

/** The steps of an application: who acts next, the action, and what the contractor should know. */
export const steps = {
  fillIn: {
    actor: 'homeowner',
    title: 'Finish the form',
    help: 'The homeowner has started the form but not sent it. A friendly call often helps.',
  },
  search: {
    actor: 'lender',
    title: 'Make offers',
    help: 'The form was sent. Lenders are reviewing it, which usually takes a few minutes.',
  },
  choose: {
    actor: 'homeowner',
    title: 'Choose an offer',
    help: 'Offers have arrived. The homeowner chooses one on your page.',
  },
  decide: {
    actor: 'lender',
    title: 'Decide on the credit',
    help: 'An offer was chosen. The lender is reviewing it.',
  },
  inform: {
    actor: 'homeowner',
    title: 'Send information',
    help: 'The lender is waiting for information from the homeowner. Without it, the application expires after 50 days, unless an offer is labeled Qualified.',
  },
  startWork: {
    actor: 'contractor',
    title: 'Agree on the work',
    help: 'The credit is approved. Agree with the homeowner on when the work starts so the lender can pay out.',
  },
  funded: {
    actor: 'nobody',
    title: 'Funded',
    help: 'The lender has paid out. There is nothing left to do.',
  },
  noOffers: {
    actor: 'nobody',
    title: 'No offers',
    help: 'No lender made an offer this time. The homeowner can apply again later, when credit or amount have changed.',
  },
  withdrawn: {
    actor: 'nobody',
    title: 'Withdrawn',
    help: 'The homeowner withdrew the application, its offers are no longer available, or the lender reversed its funding. A new application starts over.',
  },
  expired: {
    actor: 'nobody',
    title: 'Expired',
    help: 'The lender got no information within 50 days. It can still be approved if the homeowner sends it.',
  },
} as const satisfies Record<string, { actor: Actor; title: string; help: string }>;
export type Step = keyof typeof steps;
export const stepKeys = keysOf(steps);

export const actorLabels: Record<Actor, string> = {
  contractor: 'You',
  homeowner: 'Homeowner',
  lender: 'Lender',
  nobody: 'Nobody',
};

/** The facts about an application: when each event happened, or null. */
export interface ApplicationFacts {
  completedAt: Date | null;
  answeredAt: Date | null;
  hasOffers: boolean;
  informationRequestedAt: Date | null;
  approvedAt: Date | null;
  fundedAt: Date | null;
  withdrawnAt: Date | null;
  /** An offer carries the "qualified" label; such an application doesn't expire. */
  isQualified: boolean;
}

export interface Progress {
  step: Step;
  actor: Actor;
  /**
   * A dash while it is pending, without offers, or withdrawn, or while an offer carries the
   * "qualified" label and no lender has approved.
   */
  decision: 'APPROVED' | 'EXPIRED' | '-';
  /**
   * When it expires, or expired, without the information a lender requested; null when no lender is
   * waiting.
   */
  expiresAt: Date | null;
  /** The first day the homeowner can apply again after an unsuccessful application. */
  reapplyFrom: Date | null;
}

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * 86_400_000);

/** What an application's offers add to its facts. */
export interface OfferFacts {
  isChosen: boolean;
  /** There are offers, and none can be chosen: their lenders withdrew them, or they expired. */
  isGone: boolean;
}

/** An application's progress at `now`. The furthest event counts, regardless of arrival order. */
export function getProgress(
  facts: ApplicationFacts,
  { isChosen, isGone }: OfferFacts,
  now: Date,
): Progress {
  const isApproved = facts.approvedAt !== null || facts.fundedAt !== null;
  const isWithdrawn = facts.fundedAt === null && (facts.withdrawnAt !== null || isGone);
  const waitsSince = isApproved || isWithdrawn ? null : facts.informationRequestedAt;
  const expiresAt = waitsSince === null || facts.isQualified ? null : expiryDate(waitsSince);
  const isExpired = expiresAt !== null && expiresAt < now;
  const step = isWithdrawn
    ? 'withdrawn'
    : isExpired
      ? 'expired'
      : currentStep(facts, isChosen, waitsSince !== null);
  const cameToNothing = step === 'noOffers' || step === 'expired' || step === 'withdrawn';
  return {
    step,
    actor: steps[step].actor,
    decision: isApproved && !isWithdrawn ? 'APPROVED' : isExpired ? 'EXPIRED' : '-',
    expiresAt,
    reapplyFrom:
      cameToNothing && facts.completedAt !== null ? later(facts.completedAt, reapplyDays) : null,
  };
}

/** When an application expires without the information a lender requested. */
export const expiryDate = (requestedAt: Date): Date => later(requestedAt, expiryDays);

function currentStep(facts: ApplicationFacts, isChosen: boolean, isWaiting: boolean): Step {
  if (facts.fundedAt !== null) return 'funded';
  if (facts.approvedAt !== null) return 'startWork';
  if (isWaiting) return 'inform';
  if (isChosen) return 'decide';
  if (facts.hasOffers) return 'choose';
  if (facts.answeredAt !== null) return 'noOffers';
  return facts.completedAt === null ? 'fillIn' : 'search';
}
