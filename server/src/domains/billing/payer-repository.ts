import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';

/** The contractor columns that billing needs. */
const payer = {
  id: contractors.id,
  companyName: contractors.companyName,
  firstName: contractors.firstName,
  lastName: contractors.lastName,
  email: contractors.email,
  planId: contractors.planId,
  paymentStatus: contractors.paymentStatus,
};

export type Payer = Pick<typeof contractors.$inferSelect, keyof typeof payer>;

export async function findPayer(db: Database, contractorId: number): Promise<Payer | undefined> {
  const [row] = await db.select(payer).from(contractors).where(eq(contractors.id, contractorId));
  return row;
}
