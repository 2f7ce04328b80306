import { and, count, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { WaitingKey } from '@lintel/contract/dashboard';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { isToReview } from '../applications/index.ts';
import { applications } from '../applications/tables.ts';
import { guaranteeClaims } from '../billing/guarantee/tables.ts';
import { accountToCreate } from '../contractors/index.ts';
import { contractors } from '../contractors/tables.ts';
import { countFailed } from '../messaging/index.ts';
import { countReleasable, isToPrepare } from '../payouts/index.ts';
import { payouts, w9Forms } from '../payouts/tables.ts';

async function countRows(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
}

const everyContractor = acrossContractors('Staff work through what waits at every contractor.');

/** Counts pending items at a given time, for a staff account. */
type Count = (db: Database, now: Date, userId: number) => Promise<number>;

/** Query of each figure; each uses an index. */
export const waitingCounts: Record<WaitingKey, Count> = {
  w9s: (db) =>
    countRows(db, w9Forms, and(eq(w9Forms.state, 'Pending'), isNull(w9Forms.replacedAt))),
  runsToRelease: (db, _now, userId) => countReleasable(db, userId),
  duePayouts: (db) => countRows(db, payouts, and(isToPrepare, everyContractor)),
  heldPayouts: (db) => countRows(db, payouts, and(eq(payouts.state, 'held'), everyContractor)),
  failedPayments: (db) => countRows(db, contractors, eq(contractors.paymentStatus, 'Failed')),
  accountsToCreate: (db) => countRows(db, contractors, accountToCreate),
  flaggedApplications: (db) => countRows(db, applications, and(isToReview, everyContractor)),
  guaranteeClaims: (db) =>
    countRows(db, guaranteeClaims, and(eq(guaranteeClaims.state, 'open'), everyContractor)),
  undeliveredEmails: countFailed,
};
