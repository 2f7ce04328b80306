import type { DoneAtDesk } from '@lintel/contract/lender-desk/history';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import type { ConnectionKind } from '@lintel/contract/lenders/constants';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { environmentLender, type LenderRow } from '../../lenders/index.ts';
import { changed } from '../changed.ts';
import { queueInvitation, type Answer } from '../invitation.ts';
import { noteOutcome, storeRequests } from '../lender-requests/index.ts';
import { queueNoticeCheck } from '../notice-check.ts';
import { sendLenderUpdates, type IncomingLenderEvent } from '../lender-news.ts';
import { lockByReference, selectOffers, type Application } from '../repository.ts';
import type { OfferContext } from './about.ts';
import { findChosen } from './choice.ts';
import { fund, reverse } from './fundings.ts';
import { addOffers, approve, approveOnConditions, decline, expire, withdraw } from './offers.ts';
import { emitProgress } from './progress-news.ts';
import { findRoute } from './route-repository.ts';
import { lenderEvents } from './tables.ts';

/**
 * Books a lender network's event in one transaction. Events may repeat (the second changes
 * nothing), arrive in parallel (they take turns), and in any order (each sets only its own facts,
 * and the earliest time stays). Throws `not_found` for an unknown application or offer, so that the
 * network retries later.
 */
export async function recordLenderEvent(
  context: Context,
  from: Sender | ConnectionKind,
  event: LenderEvent,
  { extra, desk }: BookingOptions = {},
): Promise<{ duplicate: boolean }> {
  const now = context.clock.now();
  const lender = typeof from === 'string' ? { id: environmentLender, connection: from } : from;
  return context.db.transaction(async (tx) => {
    const application = await lockByReference(tx, event.application);
    if (!application?.completedAt) throw new AppError('not_found');
    await requireSent(tx, application, lender.id);
    const booked = await tx
      .insert(lenderEvents)
      .values({
        // Lenders number their events on their own.
        id: lender.id === environmentLender ? event.id : `${lender.id}:${event.id}`,
        network: lender.id === environmentLender ? lender.connection : String(lender.id),
        extra: extra ?? null,
        userId: desk?.userId ?? null,
        done: desk?.done ?? null,
        contractorId: application.contractorId,
        applicationId: application.id,
        type: event.type,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: lenderEvents.id });
    if (booked.length === 0) return { duplicate: true };
    await desk?.check(tx, application);
    const counts = await applyEvent(tx, context, { application, lender, event, now }, extra);
    await changed(tx, application);
    if (desk !== undefined && !counts) throw new AppError('conflict');
    if (counts) {
      await emitProgress(tx, context, application, event);
      await sendLenderUpdates(tx, context, { application, lender, event, now });
    }
    await queueNoticeCheck(tx, application);
    if (event.type === 'offers.received' && counts) {
      const answer = event.offers.length > 0 ? 'offers' : 'none';
      const seconds = gatherSeconds[lender.connection]?.[answer] ?? 0;
      await queueInvitation(tx, application, answer, new Date(now.getTime() + seconds * 1000));
    }
    return { duplicate: false };
  });
}

interface BookingOptions {
  /** Fields that the protocol doesn't know. */
  extra?: Record<string, unknown> | undefined;
  /** For an event from a lender's desk. */
  desk?: {
    userId: number;
    done: DoneAtDesk;
    /**
     * Throws when its person would answer something else than they saw. Runs while the application
     * is locked, and not for a repeated event.
     */
    check(tx: Database, application: Application): Promise<void>;
  };
}

/** The lender that an event came from. */
export type Sender = Pick<LenderRow, 'id' | 'connection'>;

/**
 * A lender may speak only about applications that it got. The lender of the environment also has
 * those from before there were several. Throws `not_found`.
 */
async function requireSent(
  tx: Database,
  application: Application,
  lenderId: number,
): Promise<void> {
  if (lenderId === environmentLender) return;
  const route = await findRoute(tx, application, lenderId);
  if (route === undefined || route.state === 'skipped' || route.state === 'waiting')
    throw new AppError('not_found');
}

/**
 * Books an event. Returns false for one about a former choice: it changes nothing and notifies no
 * one.
 */
async function applyEvent(
  db: Database,
  context: Context,
  { application, lender, event, now }: IncomingLenderEvent,
  extra: Record<string, unknown> | undefined,
): Promise<boolean> {
  if (event.type === 'offers.received')
    return addOffers(db, context, { application, lender, event, now }, extra);
  if (event.type === 'application.declined') {
    await decline(db, context, { application, lender, event, now });
    return true;
  }
  const offers = await selectOffers(db, application);
  const offer = offers.find(
    ({ lenderId, reference }) => lenderId === lender.id && reference === event.offer,
  );
  if (offer === undefined) throw new AppError('not_found');
  const about = { application, offer, offers, living: findChosen(offers), now };
  // Money is booked whatever was chosen.
  if (event.type === 'offer.funded') return fund(db, context, about, event);
  if (event.type === 'funding.reversed') {
    await reverse(db, context, about, event);
    return true;
  }
  if (event.type === 'offer.withdrawn') return withdraw(db, context, about);
  if (event.type === 'offer.expired') return expire(db, context, about, event);
  if (!isExpected(about)) return false;
  if (event.type === 'application.approved') return approve(db, about);
  if (event.type === 'application.conditionally_approved')
    return approveOnConditions(db, about, event);
  if (event.type === 'information.requested' || event.type === 'documents.requested')
    await storeRequests(db, about, event);
  else await noteOutcome(db, about, event);
  return true;
}

/**
 * Whether a lender may still act on an offer: it is the current choice, or there is no choice and
 * it was never replaced.
 */
function isExpected({ application, offer, living }: OfferContext): boolean {
  if (application.withdrawnAt !== null || offer.withdrawnAt !== null) return false;
  return living === undefined ? offer.replacedAt === null : living.id === offer.id;
}

/**
 * Lenders of a real network answer one by one: gather their offers for this many seconds, so that
 * the homeowner gets one message. "No offers" waits longer, because other lenders may still have
 * some.
 */
const gatherSeconds: Record<string, Record<Answer, number>> = {
  webhook: { offers: 20, none: 300 },
};
