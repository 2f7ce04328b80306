import type { WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { addGauge } from './process-metrics.ts';

/** Counts and times the jobs of this process. */
export function measureJobs(events: WorkerEvents, registry: Registry): void {
  const duration = new Histogram({
    name: 'lintel_job_duration_seconds',
    help: 'How long jobs ran, by job.',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  const runs = new Counter({
    name: 'lintel_job_runs_total',
    help: 'Runs of jobs by outcome: done, failed (and tried again), given_up.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const startedAt = new Map<string, number>();
  events.on('job:start', ({ job }) => startedAt.set(job.id, performance.now()));
  events.on('job:complete', ({ job, error }) => {
    const started = startedAt.get(job.id) ?? performance.now();
    startedAt.delete(job.id);
    duration.observe({ job: job.task_identifier }, (performance.now() - started) / 1000);
    const failed = job.attempts >= job.max_attempts ? 'given_up' : 'failed';
    runs.inc({ job: job.task_identifier, outcome: error ? failed : 'done' });
  });
}

/** What waits in the queue of jobs, of all processes together. */
export function measureQueue(pool: Pool, registry: Registry): void {
  addGauge(registry, {
    name: 'lintel_queue_jobs',
    help: 'Jobs in the queue: due, running, later (to be done or tried again later), given_up.',
    label: 'state',
    read: async () => {
      const { rows } = await pool.query<Record<string, number>>(
        `select count(*) filter (where locked_at is not null)::int as running,
                count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up,
                count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as due,
                count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now())::int as later
         from graphile_worker.jobs`,
      );
      return rows[0] ?? {};
    },
  });
}
