import type { Context } from '../../../platform/context.ts';
import { findChosen } from './choice.ts';
import { selectRequests } from '../lender-requests/index.ts';
import { lockByReference, selectOffers } from '../repository.ts';
import { decideAfterDocuments } from './sandbox-network.ts';

/**
 * Lets the sandbox lender decide once it has all requested documents. Run it after each fulfilled
 * request: parallel calls take turns, and a second decision changes nothing.
 */
export async function decideOnceComplete({ db, clock }: Context, reference: string): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockByReference(tx, reference);
    if (application === undefined) return;
    const offer = findChosen(await selectOffers(tx, application));
    if (offer === undefined) return;
    const requests = await selectRequests(tx, application);
    const isOpen = requests.some(({ offerId, state }) => offerId === offer.id && state === 'open');
    if (isOpen) return;
    const chosen = { ...offer, choice: application.choices };
    await decideAfterDocuments({ db: tx, clock }, application, chosen);
  });
}
