import { and, eq, like } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { users } from './tables.ts';

/** Whether demo accounts, whose password is public, can sign in. */
export async function holdsDemo(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isActive, true), like(users.email, '%@demo.test')))
    .limit(1);
  return rows.length > 0;
}
