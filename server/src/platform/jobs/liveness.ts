import type { Pool } from 'pg';

/**
 * How often a worker shows that it is alive, and after how long a silent one counts as dead, in
 * seconds.
 */
export const liveness = { beat: 5, dead: 30 } as const;

/** Shows that these workers are alive, and forgets those that have been silent for a day. */
export async function beat(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query(
    `insert into job_workers (id, seen_at) select unnest($1::text[]), now()
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [workerIds],
  );
  await pool.query(`delete from job_workers where seen_at < now() - interval '1 day'`);
}

/**
 * Gives the jobs of dead workers back to the queue at once; by itself the queue waits four hours. A
 * worker is dead when it has shown nothing for `silence` seconds: 0 takes the jobs of all, which is
 * right where no other process can be working.
 */
export async function releaseDeadWorkers(
  pool: Pool,
  silence: number = liveness.dead,
): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_at <= now() - make_interval(secs => $1)
         and not exists (select 1 from job_workers where id = locked_by and seen_at > now() - make_interval(secs => $1))))`,
    [silence],
  );
}

/** Gives the jobs of these workers back to the queue, because their process ends. */
export async function giveBackJobs(pool: Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
}

/**
 * Keeps showing that workers are alive, and looks after those that are not, until the returned
 * function is called.
 */
export function keepAlive(
  pool: Pool,
  workerIds: () => readonly string[],
  onError: (error: Error) => void,
): () => void {
  const round = (): void => {
    beat(pool, workerIds())
      .then(() => releaseDeadWorkers(pool))
      .catch(onError);
  };
  round();
  const timer = setInterval(round, liveness.beat * 1000);
  return () => clearInterval(timer);
}
