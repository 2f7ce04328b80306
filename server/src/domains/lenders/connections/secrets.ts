import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { hourMs } from '@lintel/contract/core/durations';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { newSecret, seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockLender } from '../repository.ts';
import { lenderSecrets } from '../tables.ts';

const audit = auditor('lender');

export type SecretRow = typeof lenderSecrets.$inferSelect;

const sealKey = ({ keys }: Pick<Context, 'keys'>): Uint8Array => keys.derive('lender secrets');
const sealContext = (lenderId: number): string => `lender:${lenderId}`;

/** A lender's secrets that haven't retired, the newest first. */
export const selectSecrets = (db: Database, lenderId: number, now: Date): Promise<SecretRow[]> =>
  db
    .select()
    .from(lenderSecrets)
    .where(
      and(
        eq(lenderSecrets.lenderId, lenderId),
        or(isNull(lenderSecrets.retiresAt), gt(lenderSecrets.retiresAt, now)),
      ),
    )
    .orderBy(desc(lenderSecrets.id));

/**
 * The values of a lender's secrets, the newest first: it signs with all of them, and accepts each.
 * A lender from environment variables has the one of the environment.
 */
export async function readSecretValues(
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'config'>,
  lender: { id: number; fromEnvironment: boolean },
): Promise<{ id: number | null; value: string }[]> {
  if (lender.fromEnvironment) {
    const { LENDER_WEBHOOK_SECRET: value } = context.config;
    return value === undefined ? [] : [{ id: null, value }];
  }
  const rows = await selectSecrets(context.db, lender.id, context.clock.now());
  return rows.flatMap(({ id, sealed }) => {
    const value = unseal(sealKey(context), sealed, sealContext(lender.id));
    return value === null ? [] : [{ id, value }];
  });
}

/**
 * Makes a new secret for a lender and returns it; the only time that it is readable. Earlier ones
 * retire after `overlapHours`. Throws `not_found`, or `conflict` for a lender whose secret comes
 * from the environment.
 */
export const rotateSecret = (
  context: Context,
  caller: Caller,
  { id, overlapHours }: { id: number; overlapHours: number },
): Promise<string> =>
  context.db.transaction(async (tx) => {
    const lender = await lockLender(tx, id);
    if (lender === undefined) throw new AppError('not_found');
    if (lender.fromEnvironment)
      throw new AppError('conflict', {
        message: 'This lender’s secret is set by LENDER_WEBHOOK_SECRET. Change it there.',
      });
    const now = context.clock.now();
    const value = `lws_${newSecret()}`;
    await tx
      .delete(lenderSecrets)
      .where(and(eq(lenderSecrets.lenderId, id), lte(lenderSecrets.retiresAt, now)));
    await tx
      .update(lenderSecrets)
      .set({ retiresAt: new Date(now.getTime() + overlapHours * hourMs) })
      .where(and(eq(lenderSecrets.lenderId, id), isNull(lenderSecrets.retiresAt)));
    await tx.insert(lenderSecrets).values({
      lenderId: id,
      sealed: seal(sealKey(context), value, sealContext(id)),
      createdAt: now,
    });
    await audit(tx, context, caller, 'secret-rotated', { entityId: id, details: { overlapHours } });
    return value;
  });

/** Notes that an event or test used a secret, at most once an hour. */
export async function noteSecretUse(db: Database, id: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - hourMs);
  await db
    .update(lenderSecrets)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(lenderSecrets.id, id),
        or(isNull(lenderSecrets.lastUsedAt), lte(lenderSecrets.lastUsedAt, before)),
      ),
    );
}
