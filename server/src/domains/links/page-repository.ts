import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { coBrandedPages } from '../pages/tables.ts';

/** Names of a contractor's pages by id, including closed ones. */
export async function readPageNames(
  db: Database,
  contractorId: number,
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: coBrandedPages.id, name: coBrandedPages.pageName })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.contractorId, contractorId));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
