import { eq, sql, type SQL } from 'drizzle-orm';
import { countedUpTo } from '../../../platform/db/totals.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { applications, offers } from '../tables.ts';
import { countedContractors, countMarks, eventCounts, startedCounts } from './tables.ts';

/** What is counted, and whose days. */
export interface Whose {
  contractorId: number;
  timeZone: string;
}

const dayOf = (moment: SQL, { timeZone }: Whose): SQL =>
  sql`(${moment} at time zone ${timeZone})::date`;

/** Whether a moment lies on a day. */
export const isOn = (moment: SQL, day: SQL, { timeZone }: Whose): SQL =>
  sql`${moment} >= (${day}::timestamp at time zone ${timeZone}) and ${moment} < ((${day} + 1)::timestamp at time zone ${timeZone})`;

/** The columns that say how far applications came. */
export const stageColumns = sql`count(*)::int as started, (count(*) filter (where a.completed_at is not null))::int as submitted,
  (count(*) filter (where a.has_offers))::int as offers, (count(*) filter (where a.approved_at is not null))::int as approved,
  (count(*) filter (where a.funded_at is not null))::int as funded`;

/** What happened on a day that the statement around knows as `day`. */
export const eventColumns = (whose: Whose): SQL => {
  const day = sql`days.day`;
  const own = sql`contractor_id = ${whose.contractorId}`;
  return sql`
    (select count(*)::int from ${applications} where ${own} and completed_at is not null and ${isOn(sql`completed_at`, day, whose)}) as sent,
    (select count(*)::int from ${offers} where ${own} and ${isOn(sql`received_at`, day, whose)}) as received,
    (select count(*)::int from ${offers} where ${own} and funded_at is not null and ${isOn(sql`funded_at`, day, whose)}) as funded`;
};

/**
 * Counts the marked days again. One statement, so that what it counts and the marks that it takes
 * away are of the same moment: a change that commits meanwhile keeps its mark.
 */
async function recountMarked(tx: Database, whose: Whose): Promise<void> {
  const { contractorId } = whose;
  await tx.execute(sql`
    with gone as (
      delete from ${countMarks} where ${eq(countMarks.contractorId, contractorId)} returning kind, at
    ), days as (select distinct kind, ${dayOf(sql`at`, whose)} as day from gone
    ), counted as materialized (
      select days.day, a.page_id, a.source, ${stageColumns} from days
      join ${applications} a on a.contractor_id = ${contractorId} and ${isOn(sql`a.started_at`, sql`days.day`, whose)}
      where days.kind = 'started' group by 1, 2, 3
    ), emptied as (
      delete from ${startedCounts} c where c.contractor_id = ${contractorId}
        and c.day in (select day from days where kind = 'started')
        and not exists (select from counted n where n.day = c.day and n.page_id = c.page_id and n.source = c.source)
    ), begun as (
      insert into ${startedCounts} (contractor_id, day, page_id, source, started, submitted, offers, approved, funded)
      select ${contractorId}, counted.* from counted
      on conflict (contractor_id, day, page_id, source) do update set started = excluded.started, submitted = excluded.submitted,
        offers = excluded.offers, approved = excluded.approved, funded = excluded.funded
    )
    insert into ${eventCounts} (contractor_id, day, sent, received, funded)
    select ${contractorId}::int, days.day, ${eventColumns(whose)} from days where days.kind = 'event'
    on conflict (contractor_id, day) do update set sent = excluded.sent, received = excluded.received, funded = excluded.funded`);
}

/** Counts everything anew; one statement for the same reason. */
async function countAll(tx: Database, whose: Whose): Promise<void> {
  const { contractorId } = whose;
  await tx.delete(startedCounts).where(eq(startedCounts.contractorId, contractorId));
  await tx.delete(eventCounts).where(eq(eventCounts.contractorId, contractorId));
  const own = sql`contractor_id = ${contractorId}`;
  await tx.execute(sql`
    with gone as (delete from ${countMarks} where ${own}
    ), begun as (
      insert into ${startedCounts} (contractor_id, day, page_id, source, started, submitted, offers, approved, funded)
      select ${contractorId}::int, ${dayOf(sql`a.started_at`, whose)}, a.page_id, a.source, ${stageColumns}
      from ${applications} a where a.contractor_id = ${contractorId} group by 2, 3, 4
    ), events as (
      select ${dayOf(sql`completed_at`, whose)} as day, count(*) as sent, 0 as received, 0 as funded
        from ${applications} where ${own} and completed_at is not null group by 1
      union all select ${dayOf(sql`received_at`, whose)}, 0, count(*), 0 from ${offers} where ${own} group by 1
      union all select ${dayOf(sql`funded_at`, whose)}, 0, 0, count(*) from ${offers} where ${own} and funded_at is not null group by 1
    )
    insert into ${eventCounts} (contractor_id, day, sent, received, funded)
    select ${contractorId}::int, day, sum(sent)::int, sum(received)::int, sum(funded)::int from events group by day`);
}

/** Takes the contractor's turn, so that nobody else counts meanwhile; undefined when it has none. */
async function lockCounted(tx: Database, contractorId: number) {
  const [row] = await tx
    .select({ timeZone: countedContractors.timeZone })
    .from(countedContractors)
    .where(eq(countedContractors.contractorId, contractorId))
    .for('update');
  return row;
}

/** Counts the days of a contractor again that were marked; nothing before all were counted once. */
export const countMarkedDays = (db: Database, whose: Whose): Promise<void> =>
  db.transaction(async (tx) => {
    const counted = await lockCounted(tx, whose.contractorId);
    if (counted?.timeZone === whose.timeZone) await recountMarked(tx, whose);
  });

/** Counts all days of a contractor anew. Whoever reads meanwhile sees the numbers from before. */
export async function countContractor(db: Database, whose: Whose, now: Date): Promise<void> {
  const { contractorId, timeZone } = whose;
  // Committed before anything is counted: from here on no mark of this contractor is thrown away.
  await db.insert(countedContractors).values({ contractorId }).onConflictDoNothing();
  await db.transaction(async (tx) => {
    await lockCounted(tx, contractorId);
    await countAll(tx, whose);
    await tx
      .update(countedContractors)
      .set({ timeZone, countedAt: now })
      .where(eq(countedContractors.contractorId, contractorId));
  });
}

/** Whose days are kept counted and have been marked. */
export async function markedContractors(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select c.contractor_id as id from ${countedContractors} c
    where exists (select from ${countMarks} m where m.contractor_id = c.contractor_id)`);
  return rows.map(({ id }) => id);
}

/** Marks of contractors whose days are not kept counted are of no use. */
export async function dropUnusedMarks(db: Database): Promise<void> {
  await db.execute(sql`
    delete from ${countMarks} m
    where not exists (select from ${countedContractors} c where c.contractor_id = m.contractor_id)`);
}

/** Who has so many applications that counting them takes long, or had. */
export async function largeContractors(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select contractor_id as id from ${applications} group by contractor_id having count(*) > ${countedUpTo}::int
    union select contractor_id from ${countedContractors}`);
  return rows.map(({ id }) => id);
}
