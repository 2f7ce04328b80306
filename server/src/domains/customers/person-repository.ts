import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { customers } from './tables.ts';

/** Also those that were merged into another: their row still has the address. */
const isOf = (email: string) =>
  and(eq(sql`lower(${customers.email})`, email), isNull(customers.anonymisedAt));

/** Who is written down with an e-mail address, at every contractor. */
export const selectWithContractor = (db: Database, email: string) =>
  db
    .select({ customer: customers, companyName: contractors.companyName })
    .from(customers)
    .innerJoin(contractors, eq(contractors.id, customers.contractorId))
    .where(isOf(email))
    .orderBy(asc(customers.id));

/** Their ids; what was written down after `until` is left out. */
export async function selectOf(db: Database, email: string, until?: Date) {
  const began = until && sql`${customers.createdAt} <= ${until.toISOString()}::timestamptz`;
  return db
    .select({ contractorId: customers.contractorId, id: customers.id })
    .from(customers)
    .where(and(isOf(email), began))
    .orderBy(asc(customers.id));
}

export const selectAddresses = (
  db: Database,
  { afterId, limit }: { afterId: number; limit: number },
) =>
  db
    .select({ id: customers.id, email: customers.email })
    .from(customers)
    .where(and(gt(customers.id, afterId), isNull(customers.anonymisedAt)))
    .orderBy(asc(customers.id))
    .limit(limit);
