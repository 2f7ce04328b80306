import { lateFundingDays } from '@lintel/contract/applications/constants';
import { dayMs } from '@lintel/contract/core/durations';
import type { DeskAction, DeskOfferForm } from '@lintel/contract/lender-desk/actions';
import type { DoneAtDesk } from '@lintel/contract/lender-desk/history';
import { declineReasons } from '@lintel/contract/lenders/decline-reasons';
import { lenderEvent, type LenderEvent } from '@lintel/contract/lenders/events';
import type { z } from 'zod';
import { dayIn, instantAt } from '../../../platform/days.ts';
import { invalidField } from '../../../platform/errors.ts';

interface EventFacts {
  /** The event's id; the names of its offers and requests derive from it. */
  id: string;
  application: string;
  lender: { name: string; phone: string };
  now: Date;
  timeZone: string;
}

type Sent = z.input<typeof lenderEvent>;
type Without<Type> = Type extends unknown ? Omit<Type, 'id' | 'application' | 'createdAt'> : never;

/** The event of the lender's protocol that an action at the desk corresponds to. */
export function eventOf(action: DeskAction, facts: EventFacts): LenderEvent {
  const { id, application, now, timeZone } = facts;
  const createdAt = action.type === 'fund' ? fundingTime(action.fundedOn, now, timeZone) : now;
  const base = { id, application, createdAt: createdAt.toISOString() };
  return lenderEvent.parse({ ...base, ...bodyOf(action, facts) });
}

function bodyOf(action: DeskAction, facts: EventFacts): Without<Sent> {
  switch (action.type) {
    case 'offers':
      return {
        type: 'offers.received',
        offers: action.offers.map((offer, index) => ({
          ...offerOf(offer, index, facts),
          ...(index === 0 && action.replaces !== null && { replaces: action.replaces }),
        })),
      };
    case 'withdraw-offer':
      return { type: 'offer.withdrawn', offer: action.offer };
    case 'decline':
      return {
        type: 'application.declined',
        reasons: action.reasons.map((code) => ({
          code,
          ...(code === 'other' && { text: action.otherReason }),
        })),
        sendsNotice: action.sendsNotice,
      };
    case 'request':
      return {
        type: 'documents.requested',
        offer: action.offer,
        documents: action.documents.map((what, index) => ({
          request: nameOf(facts.id, index),
          what,
          how: action.how,
          ...untilOf(action.until, 'until', facts),
        })),
      };
    case 'end-request':
      return {
        type: action.outcome === 'fulfilled' ? 'request.fulfilled' : 'request.withdrawn',
        offer: action.offer,
        request: action.request,
      };
    case 'decide-document': {
      const { offer, request, document } = action;
      const about = { offer, request, document };
      return action.isAccepted
        ? { type: 'document.accepted', ...about }
        : { type: 'document.rejected', ...about, reason: action.reason };
    }
    case 'approve':
      return action.isFinal
        ? { type: 'application.approved', offer: action.offer }
        : {
            type: 'application.conditionally_approved',
            offer: action.offer,
            conditions: action.conditions,
          };
    case 'fund':
      return {
        type: 'offer.funded',
        offer: action.offer,
        amount: action.amount,
        ...(action.stage !== '' && { stage: action.stage }),
      };
    case 'reverse':
      return {
        type: 'funding.reversed',
        offer: action.offer,
        amount: action.amount,
        reason: action.reason,
      };
  }
}

/** A short name of the event's offer or request, unique within the application. */
const nameOf = (eventId: string, index: number): string => `${eventId.slice(-12)}-${index + 1}`;

function offerOf(offer: DeskOfferForm, index: number, facts: EventFacts) {
  const { expiresOn, dealerFee, ...terms } = offer;
  const { until: expiresAt } = untilOf(expiresOn, `offers.${index}.expiresOn`, facts);
  return {
    ...terms,
    reference: nameOf(facts.id, index),
    lenderName: facts.lender.name,
    lenderPhone: facts.lender.phone,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(dealerFee !== null && { dealerFee }),
  };
}

/** The end of a day. Throws a field error for a past one. */
function untilOf(
  day: string | null,
  field: string,
  { now, timeZone }: EventFacts,
): { until?: string } {
  if (day === null) return {};
  if (day < dayIn(now, timeZone)) throw invalidField(field, 'Please enter today or a later day.');
  return { until: instantAt(day, '23:59:59', timeZone).toISOString() };
}

/** Noon of a past day, or now. Throws a field error for a day that can't be booked. */
function fundingTime(day: string, now: Date, timeZone: string): Date {
  const today = dayIn(now, timeZone);
  if (day === today) return now;
  if (day > today) throw invalidField('fundedOn', 'Please enter today or an earlier day.');
  if (day < dayIn(new Date(now.getTime() - lateFundingDays * dayMs), timeZone))
    throw invalidField('fundedOn', `Please enter a day within ${lateFundingDays} days.`);
  return instantAt(day, '12:00:00', timeZone);
}

/** What the desk's history shows of an action. */
export function doneBy(action: DeskAction): DoneAtDesk {
  switch (action.type) {
    case 'offers':
      return {
        amounts: action.offers.map(({ amount }) => amount),
        ...(action.replaces !== null && { isCounter: true }),
      };
    case 'decline':
      return {
        notes: action.reasons.map((code) =>
          code === 'other' ? action.otherReason : declineReasons[code].en,
        ),
      };
    case 'request':
      return { notes: action.documents };
    case 'decide-document':
      return action.isAccepted ? {} : { notes: [action.reason] };
    case 'approve':
      return action.isFinal ? {} : { notes: action.conditions };
    case 'fund':
      return {
        amounts: [action.amount],
        ...(action.stage !== '' && { stage: action.stage }),
      };
    case 'reverse':
      return {
        amounts: [action.amount],
        ...(action.reason !== '' && { notes: [action.reason] }),
      };
    case 'withdraw-offer':
    case 'end-request':
      return {};
  }
}
