import { sql, type SQL } from 'drizzle-orm';

/**
 * A condition that takes the place of the contractor's in a statement about the rows of every
 * contractor, with the reason. In tests the database rejects a statement on contractors' rows that
 * has neither (`server/test/statements/checked.ts`). PostgreSQL drops it while planning; its logs
 * show the reason.
 */
export const acrossContractors = (why: string): SQL =>
  sql.raw(`true /* across contractors: ${why} */`);
