import { and, count, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { WaitingKey } from '@lintel/contract/dashboard';
import type { Database } from '../../platform/db/connect.ts';
import { isToReview } from '../applications/index.ts';
import { applications } from '../applications/tables.ts';
import { guaranteeClaims } from '../billing/guarantee/tables.ts';
import { accountToCreate } from '../contractors/index.ts';
import { contractors } from '../contractors/tables.ts';
import { countFailed } from '../emails/index.ts';
import { countReleasable, isToPrepare } from '../payouts/index.ts';
import { payouts, w9Forms } from '../payouts/tables.ts';

async function countOf(db: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
}

/** Counts what waits at a moment, for an account of staff. */
type Count = (db: Database, now: Date, userId: number) => Promise<number>;

/** How each figure is counted; every one is answered by an index. */
export const waitingCounts: Record<WaitingKey, Count> = {
  w9s: (db) => countOf(db, w9Forms, and(eq(w9Forms.state, 'Pending'), isNull(w9Forms.replacedAt))),
  runsToRelease: (db, _now, userId) => countReleasable(db, userId),
  duePayouts: (db) => countOf(db, payouts, isToPrepare),
  heldPayouts: (db) => countOf(db, payouts, eq(payouts.state, 'held')),
  failedPayments: (db) => countOf(db, contractors, eq(contractors.paymentStatus, 'Failed')),
  accountsToCreate: (db) => countOf(db, contractors, accountToCreate),
  flaggedApplications: (db) => countOf(db, applications, isToReview),
  guaranteeClaims: (db) => countOf(db, guaranteeClaims, eq(guaranteeClaims.state, 'open')),
  undeliveredEmails: countFailed,
};
