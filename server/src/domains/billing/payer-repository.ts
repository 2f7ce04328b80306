import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { takeTurn } from '../../platform/db/turn.ts';
import { AppError } from '../../platform/errors.ts';
import { contractors } from '../contractors/tables.ts';

/** What billing needs to know of a contractor. */
const payer = {
  id: contractors.id,
  companyName: contractors.companyName,
  firstName: contractors.firstName,
  lastName: contractors.lastName,
  email: contractors.email,
  planId: contractors.planId,
  paymentStatus: contractors.paymentStatus,
};

/**
 * Locks a contractor until the transaction ends; `not_found` for an unknown one. Whatever changes
 * the contractor's subscription, payments or refunds takes this lock first, so that all of it
 * happens one after the other.
 */
export async function lockPayer(tx: Database, contractorId: number) {
  // Rows that refer to the contractor may still be added by others meanwhile.
  const [row] = await tx
    .select(payer)
    .from(contractors)
    .where(eq(contractors.id, contractorId))
    .for('no key update');
  if (row === undefined) throw new AppError('not_found');
  await takeTurn(tx, contractorId);
  return row;
}

export type Payer = Awaited<ReturnType<typeof lockPayer>>;

export async function findPayer(db: Database, contractorId: number): Promise<Payer | undefined> {
  const [row] = await db.select(payer).from(contractors).where(eq(contractors.id, contractorId));
  return row;
}
