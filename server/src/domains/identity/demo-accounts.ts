import { and, eq, like } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { users } from './tables.ts';

/** Whether anyone could sign in with a demonstration account, whose password is public. */
export async function holdsDemo(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isActive, true), like(users.email, '%@demo.test')))
    .limit(1);
  return rows.length > 0;
}
