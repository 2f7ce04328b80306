import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { HomeownerMessages } from './homeowner-news.ts';
import { inviteHomeowner } from './queue-jobs.ts';
import { lockApplication, selectOffers, setApplication, type Application } from './repository.ts';

export interface InviteDeps {
  db: Database;
  homeowner: HomeownerMessages;
}

/**
 * Writes to the homeowner at `runAt`, in the caller's transaction. Asked for again before that, it
 * waits for the later time.
 */
export const queueInvitation = (
  tx: Database,
  { contractorId, id }: Application,
  runAt: Date,
): Promise<void> =>
  enqueue(
    tx,
    inviteHomeowner,
    { contractorId, applicationId: id },
    { key: `invite-homeowner-${id}`, runAt },
  );

/** Writes to the homeowner when there are offers that no message told of. May run twice. */
export async function invite(
  deps: InviteDeps,
  of: { contractorId: number; applicationId: number },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
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
    const offers = (await selectOffers(tx, application)).filter(
      ({ withdrawnAt }) => withdrawnAt === null,
    );
    const newest = Math.max(0, ...offers.map(({ id }) => id));
    if (newest <= (application.invitedOfferId ?? 0)) return;
    await setApplication(tx, application, { invitedOfferId: newest });
    await deps.homeowner.tell(tx, application, { what: 'offers', newest, offers: offers.length });
  });
}
