import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { users } from './tables.ts';

/**
 * The people of a contractor who may read its applications: owner, Full team users, and Limited
 * ones with that section.
 */
export async function applicationContacts(db: Database, contractorId: number) {
  const mayRead = or(
    eq(users.kind, 'owner'),
    eq(users.teamAccess, 'Full'),
    sql`'reports-applications' = any(${users.teamResources})`,
  );
  return db
    .select({
      userId: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(users)
    .where(
      and(
        eq(users.contractorId, contractorId),
        eq(users.isActive, true),
        isNotNull(users.confirmedAt),
        mayRead,
      ),
    )
    .orderBy(asc(users.id));
}
