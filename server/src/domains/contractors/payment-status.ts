import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { contractors } from './tables.ts';

/** How a contractor stands with the subscription. Throws `not_found` for an unknown one. */
export async function paymentStatusOf(db: Database, contractorId: number) {
  const { paymentStatus } = contractors;
  const [row] = await db
    .select({ paymentStatus })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (row === undefined) throw new AppError('not_found');
  return row.paymentStatus;
}
