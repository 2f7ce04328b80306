import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { Exact } from '../../../platform/db/queries.ts';
import type { Offer } from '../repository.ts';
import { offerFundings } from './tables.ts';

/** A payout of a lender, or the reversal of some of it (negative). */
export type Funding = typeof offerFundings.$inferSelect;
type NewFunding = typeof offerFundings.$inferInsert;

/** An offer's payouts and reversals, in order of arrival; locked until the transaction ends. */
export const lockFundings = (
  db: Database,
  { contractorId, id }: Pick<Offer, 'contractorId' | 'id'>,
): Promise<Funding[]> =>
  db
    .select()
    .from(offerFundings)
    .where(and(eq(offerFundings.contractorId, contractorId), eq(offerFundings.offerId, id)))
    .orderBy(asc(offerFundings.number))
    .for('update');

/** All payouts and reversals of an application's offers, in order of arrival. */
export const selectFundings = (
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<Funding[]> =>
  db
    .select()
    .from(offerFundings)
    .where(and(eq(offerFundings.contractorId, contractorId), eq(offerFundings.applicationId, id)))
    .orderBy(asc(offerFundings.id));

/** Books a payout or a reversal, and returns its id. */
export async function insertFunding<Values extends NewFunding>(
  db: Database,
  values: Exact<NewFunding, Values>,
): Promise<number> {
  const [row] = await db.insert(offerFundings).values(values).returning({ id: offerFundings.id });
  if (row === undefined) throw new Error('The funding was not inserted');
  return row.id;
}

export async function setReversed(
  db: Database,
  { contractorId, id }: Pick<Funding, 'contractorId' | 'id'>,
  reversedCents: number,
): Promise<void> {
  await db
    .update(offerFundings)
    .set({ reversedCents })
    .where(and(eq(offerFundings.contractorId, contractorId), eq(offerFundings.id, id)));
}
