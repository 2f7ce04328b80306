import type { LenderEvent } from '@lintel/contract/lenders/events';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toCents } from '../../../platform/money.ts';
import type { Progress } from '../news.ts';
import type { Application } from '../repository.ts';

type Step = Omit<Progress, 'application'>;

/** Notifies the contractor of a lender's event, if it concerns the contractor. */
export async function emitProgress(
  tx: Database,
  { emit }: Context,
  application: Application,
  event: LenderEvent,
): Promise<void> {
  const step = resolveStep(application, event);
  if (step !== null) await emit(tx, 'application.progressed', { application, ...step });
}

function resolveStep(application: Application, event: LenderEvent): Step | null {
  if (event.type === 'offers.received') return offersStep(event);
  // Its handler notifies: the contractor may only learn of it after other lenders have answered.
  if (event.type === 'application.declined') return null;
  if (event.type === 'offer.funded')
    return {
      event: 'funding-received',
      what: `funded-${event.offer}${event.stage === undefined ? '' : `-${event.stage}`}`,
      step: 'received the funding',
      amounts: { funded: toCents(event.amount) },
    };
  if (event.type === 'funding.reversed')
    return {
      event: 'funding-reversed',
      what: `reversed-${event.id}`,
      step: 'had funding reversed by the lender',
      amounts: { reversed: toCents(event.amount) },
    };
  const step = steps[event.type];
  // Requests and documents stay between the homeowner and the lender.
  if (step === null) return null;
  const what = event.type === 'documents.requested' ? 'information.requested' : event.type;
  return {
    event: 'application-step',
    what: `${what}-${event.offer}-${application.choices}`,
    step,
  };
}

function offersStep({ id, offers }: Extract<LenderEvent, { type: 'offers.received' }>): Step {
  if (offers.length === 0)
    return { event: 'application-step', what: 'no-offers', step: 'received no offers this time' };
  return {
    event: 'offers-received',
    what: `offers-${id}`,
    step: offers.length === 1 ? 'received an offer' : `received ${offers.length} offers`,
    amounts: { offersUpTo: toCents(Math.max(...offers.map(({ amount }) => amount))) },
  };
}

const steps = {
  'documents.requested': 'was asked for more information by the lender',
  'request.fulfilled': null,
  'request.withdrawn': null,
  'document.accepted': null,
  'document.rejected': null,
  'information.requested': 'was asked for more information by the lender',
  'application.approved': 'was approved',
  'application.conditionally_approved': 'was conditionally approved',
  'offer.withdrawn': 'had an offer withdrawn by the lender',
  'offer.expired': 'had an offer expire',
} as const;
