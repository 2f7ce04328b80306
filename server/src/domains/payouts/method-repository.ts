import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { payoutMethods } from './tables.ts';

export type MethodRow = typeof payoutMethods.$inferSelect;
export type MethodValues = typeof payoutMethods.$inferInsert;

/** The contractor columns that payouts need. */
const payee = {
  id: contractors.id,
  companyName: contractors.companyName,
  companyAddress: contractors.companyAddress,
  firstName: contractors.firstName,
  lastName: contractors.lastName,
  email: contractors.email,
  ownerId: contractors.ownerId,
};

/** A contractor with its bank details, if any; undefined for an unknown contractor. */
export async function findPayee(db: Database, contractorId: number) {
  const [row] = await db
    .select({ payee, method: payoutMethods })
    .from(contractors)
    .leftJoin(payoutMethods, eq(payoutMethods.contractorId, contractors.id))
    .where(eq(contractors.id, contractorId));
  return row;
}
export type FoundPayee = NonNullable<Awaited<ReturnType<typeof findPayee>>>;
export type Payee = FoundPayee['payee'];

/** Stores bank details, replacing earlier ones. */
export async function putMethod(tx: Database, values: MethodValues): Promise<MethodRow> {
  const [row] = await tx
    .insert(payoutMethods)
    .values(values)
    .onConflictDoUpdate({ target: payoutMethods.contractorId, set: values })
    .returning();
  if (row === undefined) throw new Error('The bank details were not stored');
  return row;
}

/** Blocks payouts to these details until they are entered again. */
export async function blockMethod(
  tx: Database,
  contractorId: number,
  returnCode: string,
): Promise<void> {
  await tx
    .update(payoutMethods)
    .set({ returnCode })
    .where(eq(payoutMethods.contractorId, contractorId));
}
