import { sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Context } from '../../../platform/context.ts';
import { countedUpTo } from '../../../platform/db/pages.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { readContractorZone } from '../../contractors/index.ts';
import { eventBits, isUncounted, isUncountedOffer, stageBits } from '../counted-bits.ts';
import { applications, offers } from '../tables.ts';
import { applicationDays } from './tables.ts';

interface Scope {
  contractorId: number;
  timeZone: string;
}

/** What the counts of these rows included, and what they include from now on, as bits. */
interface Change {
  where: SQL;
  from: SQL;
  to: SQL;
}

/** Rows per transaction. Homeowners and lenders wait for its locks. */
const batch = 500;

/** Includes every change since the last run in the daily counts of large contractors. */
export async function updateDailyCounts({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<void> {
  for (const contractorId of await selectLarge(db)) {
    const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
    await countContractor(db, { contractorId, timeZone });
  }
}

/** Includes every change of a contractor in its daily counts. */
export async function countContractor(db: Database, scope: Scope): Promise<void> {
  for (const next of [countApplications, countOffers])
    for (;;) {
      const counted = await db.transaction(async (tx) => {
        await lockCounts(tx, scope);
        if ((await readCountedZone(tx, scope)) !== scope.timeZone) await rebuild(tx, scope);
        return next(tx, scope);
      });
      if (counted < batch) break;
    }
}

/**
 * Rebuilds all daily counts from the rows that they include. Returns the number of contractors, and
 * of counts that were wrong, for example after changes by hand.
 */
export async function rebuildDailyCounts(
  db: Database,
): Promise<{ contractors: number; corrected: number }> {
  const { rows } = await db.execute<Scope & Record<string, unknown>>(sql`
    select contractor_id as "contractorId", min(time_zone) as "timeZone" from ${applicationDays}
    where ${everyContractor} group by 1`);
  let corrected = 0;
  for (const scope of rows) corrected += await rebuildContractor(db, scope);
  return { contractors: rows.length, corrected };
}

const rebuildContractor = (db: Database, scope: Scope): Promise<number> =>
  db.transaction(async (tx) => {
    await lockCounts(tx, scope);
    const before = await readCounts(tx, scope);
    await rebuild(tx, scope);
    const after = await readCounts(tx, scope);
    const days = [...before, ...after].filter((row) => !before.has(row) || !after.has(row));
    return new Set(days.map((row) => row.split(' ', 3).join(' '))).size;
  });

/** A contractor's counts, each as text. */
async function readCounts(tx: Database, { contractorId }: Scope): Promise<Set<string>> {
  const { rows } = await tx.execute<{ counts: string }>(sql`
    select concat_ws(' ', day, page_id, source, started, submitted, offers, approved, funded, submissions, offers_received, offers_funded) as counts
    from ${applicationDays} where contractor_id = ${contractorId}
      and (started, submitted, offers, approved, funded, submissions, offers_received, offers_funded) <> (0, 0, 0, 0, 0, 0, 0, 0)`);
  return new Set(rows.map(({ counts }) => counts));
}

const everyContractor = acrossContractors('The counts of all large contractors are kept together.');

/** Contractors with daily counts, and those with too many applications to count each time. */
async function selectLarge(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select contractor_id as id from ${applicationDays} where ${everyContractor} group by 1
    union
    select contractor_id from ${applications} where ${isUncounted} and ${everyContractor}
    group by 1 having count(*) > ${countedUpTo}::int`);
  return rows.map(({ id }) => id);
}

/** Only the holder of this lock changes daily counts and `counted_bits`. */
async function lockCounts(tx: Database, { contractorId }: Scope): Promise<void> {
  const counts = `daily counts of ${contractorId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${counts}, 0))`);
}

async function readCountedZone(tx: Database, { contractorId }: Scope) {
  const { rows } = await tx.execute<{ zone: string }>(
    sql`select time_zone as zone from ${applicationDays} where contractor_id = ${contractorId} limit 1`,
  );
  return rows[0]?.zone;
}

async function rebuild(tx: Database, scope: Scope): Promise<void> {
  await tx.execute(sql`delete from ${applicationDays} where contractor_id = ${scope.contractorId}`);
  const included = {
    where: sql`counted_bits is not null`,
    from: sql`null::int`,
    to: sql`counted_bits`,
  };
  await addApplications(tx, scope, included);
  await addOffers(tx, scope, included);
}

/** Counts a batch of changed applications; returns their number. */
async function countApplications(tx: Database, scope: Scope): Promise<number> {
  const { contractorId } = scope;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${applications} where contractor_id = ${contractorId} and ${isUncounted}
    limit ${batch} for update skip locked`);
  if (rows.length === 0) return 0;
  const where = withIds(rows);
  await addApplications(tx, scope, { where, from: sql`counted_bits`, to: stageBits });
  await tx.execute(sql`
    update ${applications} set counted_bits = ${stageBits} where contractor_id = ${contractorId} and ${where}`);
  return rows.length;
}

/** Counts a batch of changed offers; returns their number. */
async function countOffers(tx: Database, scope: Scope): Promise<number> {
  const { contractorId } = scope;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${offers} where contractor_id = ${contractorId} and ${isUncountedOffer}
    limit ${batch} for update skip locked`);
  if (rows.length === 0) return 0;
  const where = withIds(rows);
  await addOffers(tx, scope, { where, from: sql`counted_bits`, to: eventBits });
  await tx.execute(sql`
    update ${offers} set counted_bits = ${eventBits} where contractor_id = ${contractorId} and ${where}`);
  return rows.length;
}

const withIds = (rows: readonly { id: string }[]): SQL =>
  sql`id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[])`;

const localDay = (at: string, { timeZone }: Scope): SQL =>
  sql`(${sql.raw(at)} at time zone ${timeZone})::date`;

/** 1 if the bit was added, -1 if it was removed, otherwise 0. */
const bitChange = ({ from, to }: Change, bit: number): SQL =>
  sql`((coalesce(${to}, 0) & ${bit}::int) - (coalesce(${from}, 0) & ${bit}::int)) / ${bit}::int`;

/**
 * Submission, receipt, and funding happen once and keep their time, so that their days are known
 * here even when the row changed otherwise.
 */
const addApplications = (tx: Database, scope: Scope, change: Change) =>
  addCounts(
    tx,
    scope,
    ['started', 'submitted', 'offers', 'approved', 'funded', 'submissions'],
    sql`
    select ${localDay('started_at', scope)} as day, page_id, source,
      (${change.to} is not null)::int - (${change.from} is not null)::int as started, ${bitChange(change, 1)} as submitted,
      ${bitChange(change, 2)} as offers, ${bitChange(change, 4)} as approved, ${bitChange(change, 8)} as funded, 0 as submissions
    from ${applications} where contractor_id = ${scope.contractorId} and ${change.where}
    union all
    select ${localDay('completed_at', scope)}, page_id, source, 0, 0, 0, 0, 0, ${bitChange(change, 1)}
    from ${applications} where contractor_id = ${scope.contractorId} and ${change.where} and completed_at is not null`,
  );

const addOffers = (tx: Database, scope: Scope, change: Change) =>
  addCounts(
    tx,
    scope,
    ['offers_received', 'offers_funded'],
    sql`
    select day, page_id, source, offers_received, offers_funded from (
      select application_id, ${localDay('received_at', scope)} as day, ${bitChange(change, 1)} as offers_received, 0 as offers_funded
      from ${offers} where contractor_id = ${scope.contractorId} and ${change.where}
      union all
      select application_id, ${localDay('funded_at', scope)}, 0, ${bitChange(change, 2)}
      from ${offers} where contractor_id = ${scope.contractorId} and ${change.where} and funded_at is not null
    ) o join ${applications} a on a.contractor_id = ${scope.contractorId} and a.id = o.application_id`,
  );

async function addCounts(
  tx: Database,
  { contractorId, timeZone }: Scope,
  columns: readonly string[],
  changes: SQL,
): Promise<void> {
  const list = (column: (name: string) => string): SQL => sql.raw(columns.map(column).join(', '));
  await tx.execute(sql`
    insert into ${applicationDays} (contractor_id, time_zone, day, page_id, source, ${list((name) => name)})
    select ${contractorId}::int, ${timeZone}::text, day, page_id, source, ${list((name) => `sum(${name})`)}
    from (${changes}) change group by day, page_id, source
    on conflict (contractor_id, day, page_id, source) do update
      set ${list((name) => `${name} = application_days.${name} + excluded.${name}`)}`);
}
