import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { isGone } from './offer-state.ts';
import { inviteHomeowner } from './queue-jobs.ts';
import { lockApplication, selectOffers, setApplication, type Application } from './repository.ts';

/** Answer of a lender network: offers, or none. */
export type Answer = 'offers' | 'none';
const keyStarts: Record<Answer, string> = {
  offers: 'invite-homeowner',
  none: 'homeowner-no-offers',
};

/**
 * Schedules a message at `runAt` about the lenders' answer, in the caller's transaction. A repeated
 * call before then moves it to the later time; offers and no offers don't delay each other.
 */
export const queueInvitation = (
  tx: Database,
  { contractorId, id }: Application,
  answer: Answer,
  runAt: Date,
): Promise<void> =>
  enqueue(
    tx,
    inviteHomeowner,
    { contractorId, applicationId: id },
    { key: `${keyStarts[answer]}-${id}`, runAt },
  );

/**
 * Notifies the homeowner of new offers, or that all lenders answered without any. Safe to run
 * twice.
 */
export async function invite(
  { db, clock, emit }: Context,
  of: { contractorId: number; applicationId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockApplication(tx, {
      contractorId: of.contractorId,
      id: of.applicationId,
    });
    if (
      application === undefined ||
      application.anonymisedAt !== null ||
      application.withdrawnAt !== null ||
      application.fundedAt !== null
    )
      return;
    const now = clock.now();
    const offers = (await selectOffers(tx, application)).filter((offer) => !isGone(offer, now));
    const newest = Math.max(0, ...offers.map(({ id }) => id));
    // A homeowner who saw offers that were later withdrawn doesn't get "no offers".
    const sawSome = application.invitedOfferId !== null || application.choices > 0;
    if (newest === 0 && !sawSome && application.answeredAt !== null)
      return emit(tx, 'application.homeowner-news', {
        application,
        event: 'homeowner-no-offers',
        occasion: 'once',
        facts: {},
      });
    if (newest <= (application.invitedOfferId ?? 0)) return;
    await setApplication(tx, application, { invitedOfferId: newest });
    await emit(tx, 'application.homeowner-news', {
      application,
      event: 'homeowner-offers',
      occasion: String(newest),
      facts: { offers: offers.length },
    });
  });
}
