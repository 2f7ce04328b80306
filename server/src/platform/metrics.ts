import type { FastifyInstance } from 'fastify';
import type { WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from './db/connect.ts';
import { countObjectives } from './http/objectives.ts';
import type { Renderer } from './render/port.ts';
import type { Build } from './version.ts';

/**
 * A registry with every process's metrics: memory, CPU time, event loop, database connections,
 * rendering.
 */
export function openRegistry({
  pools,
  statements,
  replica,
  drawing,
  build,
}: Pick<OpenDatabase, 'pools' | 'statements' | 'replica'> & {
  drawing: Renderer;
  build: Build;
}): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'lintel_build_info',
    help: 'Always 1, with the version and the commit that run.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: build.version, commit: build.commit ?? '' }, 1);
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(statements.durations);
  registry.registerMetric(statements.slow);
  if (replica !== null) registry.registerMetric(replica.reads);
  addGauge(registry, {
    name: 'lintel_database_connections',
    help: 'Connections: used and idle, and requests waiting for one. Those of reports and jobs are separate.',
    label: 'state',
    read: () =>
      Object.fromEntries(
        Object.entries(pools).flatMap(([work, pool]) => {
          const of = work === 'requests' ? '' : `${work}_`;
          return [
            [`${of}used`, pool.totalCount - pool.idleCount],
            [`${of}idle`, pool.idleCount],
            [`${of}waiting`, pool.waitingCount],
          ];
        }),
      ),
  });
  addGauge(registry, {
    name: 'lintel_rendering',
    help: 'Pictures and documents being rendered or waiting, by engine.',
    label: 'state',
    read: () => {
      const { chromium, helper } = drawing.stats();
      return {
        chromium_running: chromium.running,
        chromium_waiting: chromium.waiting,
        helper_running: helper.running,
        helper_waiting: helper.waiting,
      };
    },
  });
  return registry;
}

interface GaugeSpec {
  name: string;
  help: string;
  /** The label that distinguishes the values. */
  label: string;
  /** The current values, by label. */
  read(): Record<string, number> | Promise<Record<string, number>>;
}

/**
 * Adds a gauge that is read on request. A value that can't be read is omitted, without affecting
 * the others.
 */
export function addGauge(registry: Registry, { name, help, label, read }: GaugeSpec): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      gauge.reset();
      const values = await Promise.resolve()
        .then(read)
        .catch(() => ({}));
      for (const [which, value] of Object.entries(values)) gauge.set({ [label]: which }, value);
    },
  });
}

/**
 * Counts and times the responses of every route registered after this call, by route and never by
 * address, and for the objectives.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response times, by method, route, and status.',
    labelNames: ['method', 'route', 'status'],
    // 0.3 is the objective of reads.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const count = countObjectives(registry);
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { url: route = 'none', config } = request.routeOptions;
    const { statusCode: status, elapsedTime } = reply;
    duration.observe({ method: request.method, route, status }, elapsedTime / 1000);
    if (config.objective) count[config.objective](status, elapsedTime);
  });
}

/** Counts and times this process's jobs. */
export function measureJobs(events: WorkerEvents, registry: Registry): void {
  const duration = new Histogram({
    name: 'lintel_job_duration_seconds',
    help: 'Job durations, by job.',
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

/** The number of queued jobs, over all processes. */
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

/** Queued and permanently failed e-mails, over all processes. */
export const measureMail = (registry: Registry, read: GaugeSpec['read']): void =>
  addGauge(registry, {
    name: 'lintel_mail_messages',
    help: 'E-mails waiting to be sent, and given up.',
    label: 'state',
    read,
  });
