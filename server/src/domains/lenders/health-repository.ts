import { sql } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import type { LenderHealth } from '@lintel/contract/lenders/lender';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import { applicationLenders } from '../applications/lenders/tables.ts';
import { offers } from '../applications/tables.ts';
import { lenderCalls } from './tables.ts';

const everyone = acrossContractors('a lender is judged by all of its applications');

const whole = (value: number | null | undefined): number | null =>
  value == null ? null : Math.max(0, Math.round(value));

/** A lender's calls within a day, and its last success. */
export async function readCalls(
  db: Database,
  lenderId: number,
  now: Date,
): Promise<Pick<LenderHealth, 'lastContactAt' | 'calls' | 'failures'>> {
  const day = new Date(now.getTime() - dayMs).toISOString();
  const own = sql`from ${lenderCalls} where ${everyone} and ${lenderCalls.lenderId} = ${lenderId}`;
  const { rows: successes } = await db.execute<{ at: string }>(sql`
    select ${lenderCalls.at} as at ${own} and ${lenderCalls.problem} = ''
    order by ${lenderCalls.at} desc limit 1`);
  const { rows } = await db.execute<{ calls: string; failures: string }>(sql`
    select count(*) as calls, count(*) filter (where ${lenderCalls.problem} <> '') as failures
    ${own} and ${lenderCalls.at} > ${day}::timestamptz`);
  const last = successes[0]?.at;
  const [row] = rows;
  return {
    lastContactAt: last === undefined ? null : new Date(last).toISOString(),
    calls: Number(row?.calls ?? 0),
    failures: Number(row?.failures ?? 0),
  };
}

/**
 * How a lender is doing: calls within a day, answers and response times within a week, and what
 * became of applications sent within 90 days.
 */
export async function readHealth(db: Database, lenderId: number, now: Date): Promise<LenderHealth> {
  const since = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
  const { rows: sums } = await db.execute<
    Record<'sent' | 'offered' | 'approved' | 'funded', string>
  >(
    sql`
    select count(*) as sent,
      count(*) filter (where ${applicationLenders.state} = 'offered') as offered,
      count(*) filter (where made.approved) as approved,
      count(*) filter (where made.funded) as funded
    from ${applicationLenders}
    left join lateral (
      select bool_or(${offers.approvedAt} is not null) as approved, bool_or(${offers.fundedAt} is not null) as funded
      from ${offers}
      where ${offers.contractorId} = ${applicationLenders.contractorId}
        and ${offers.applicationId} = ${applicationLenders.applicationId}
        and ${offers.lenderId} = ${applicationLenders.lenderId}
    ) as made on ${applicationLenders.state} = 'offered'
    where ${everyone} and ${applicationLenders.lenderId} = ${lenderId}
      and ${applicationLenders.sentAt} > ${since(90)}::timestamptz`,
  );
  const { rows: times } = await db.execute<{ p50: number | null; p95: number | null }>(sql`
    select percentile_cont(0.5) within group (order by took) as p50,
      percentile_cont(0.95) within group (order by took) as p95
    from (
      select extract(epoch from ${applicationLenders.answeredAt} - ${applicationLenders.sentAt}) * 1000 as took
      from ${applicationLenders}
      where ${everyone} and ${applicationLenders.lenderId} = ${lenderId}
        and ${applicationLenders.sentAt} > ${since(7)}::timestamptz and ${applicationLenders.answeredAt} is not null
    ) as answered`);
  const [sum, time] = [sums[0], times[0]];
  return {
    ...(await readCalls(db, lenderId, now)),
    p50: whole(time?.p50),
    p95: whole(time?.p95),
    sent: Number(sum?.sent ?? 0),
    offered: Number(sum?.offered ?? 0),
    approved: Number(sum?.approved ?? 0),
    funded: Number(sum?.funded ?? 0),
  };
}
