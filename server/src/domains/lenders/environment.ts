import { eq } from 'drizzle-orm';
import { answerMinutes } from '@lintel/contract/lenders/constants';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import { insertLender } from './repository.ts';
import { lenders } from './tables.ts';

/** The id of the lender, or network of lenders, that environment variables configure. */
export const environmentLender = 1;

type LenderConfig = Pick<Config, 'LENDER_NETWORK' | 'LENDER_URL'>;

/**
 * Adds the lender that environment variables configure, or updates its connection. Its rules are
 * staff's to change. With `LENDER_NETWORK=none`, it is archived. Runs at each start, even of
 * several processes at once.
 */
export async function ensureEnvironmentLender(
  db: Database,
  { LENDER_NETWORK, LENDER_URL = '' }: LenderConfig,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .select()
      .from(lenders)
      .where(eq(lenders.id, environmentLender))
      .for('update');
    if (LENDER_NETWORK === 'none') {
      if (stored !== undefined && stored.archivedAt === null)
        await tx.update(lenders).set({ archivedAt: now }).where(eq(lenders.id, environmentLender));
      return;
    }
    const isWebhook = LENDER_NETWORK === 'webhook';
    const connection = isWebhook
      ? ({ connection: 'webhook', url: LENDER_URL } as const)
      : ({ connection: 'sandbox', url: '' } as const);
    if (stored === undefined)
      await insertLender(tx, {
        ...connection,
        id: environmentLender,
        name: isWebhook ? 'Lender network' : 'Sandbox lenders',
        fromEnvironment: true,
        // Its name is ours; the lenders behind it are in the provider's list.
        isListed: false,
        answerMinutes: answerMinutes.default,
      });
    else if (stored.connection !== connection.connection || stored.url !== connection.url)
      await tx
        .update(lenders)
        .set({ ...connection, version: stored.version + 1 })
        .where(eq(lenders.id, environmentLender));
  });
}
