import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';

/**
 * On a cluster the machine of the queue commits before those of the rows, so that a job can be seen
 * before what its transaction has written. A lock of that transaction is held until all of them have
 * committed, and the job waits for it; which lock that is stands among the job's flags.
 */
const lockClass = 7_231_911;
const mark = 'transaction:';

const lockKey = sql`mod(pg_current_xact_id()::text::bigint, 2147483647)`;

/** In a statement that queues a job: holds the lock of its transaction. */
export const holdUntilCommitted = sql`pg_advisory_xact_lock(${sql.raw(String(lockClass))}, ${lockKey}::int)`;

/** The flag by which the job finds that lock. */
export const transactionFlag = sql`${sql.raw(`'${mark}'`)} || ${lockKey}`;

/**
 * Something that a job needs is not there, or not as the transaction left it that queued the job:
 * where a machine of a cluster fell in the middle of a commit, it comes within minutes. The queue
 * tries again until the job's attempts are used up; then it has been removed since.
 */
export class NotThereYet extends Error {
  constructor(what: string) {
    super(`${what} is not there yet`);
  }
}

/** Between looks at the lock, in milliseconds; then the job goes back to the queue. */
const pauses = [5, 20, 50, 100, 200, 400];

/** Waits until the transaction that queued a job has committed on all machines. */
export async function untilCommitted(
  flags: Readonly<Record<string, true>> | null,
  query: (text: string, values: unknown[]) => Promise<{ rows: { free: boolean }[] }>,
): Promise<void> {
  const flag = Object.keys(flags ?? {}).find((one) => one.startsWith(mark));
  if (flag === undefined) return;
  const values = [lockClass, Number(flag.slice(mark.length))];
  const text = 'select pg_try_advisory_xact_lock_shared($1::int, $2::int) as free';
  const isCommitted = async (): Promise<boolean> =>
    (await query(text, values)).rows[0]?.free === true;
  for (const pause of pauses) {
    if (await isCommitted()) return;
    await sleep(pause);
  }
  if (!(await isCommitted())) throw new NotThereYet('What its transaction has written');
}
