import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { announce, type Demo } from './startup-message.ts';
import { composeFor, createContext } from './app.ts';
import type { Ports } from './platform/context.ts';
import { countUnsent } from './domains/messaging/index.ts';
import { holdsDemo, issueFirstAccountLink } from './domains/identity/index.ts';
import { loadEmbeds } from './domains/marketing/index.ts';
import { readConfig, type Config } from './platform/config.ts';
import { claimDatabase, keepClaim } from './platform/db/claim.ts';
import { isDatabaseAway } from './platform/db/failures.ts';
import { oneProcessAtATime } from './platform/db/migrate.ts';
import { toError } from './platform/errors.ts';
import { openHelpers } from './platform/helper/pool.ts';
import { queueConnections, startWorker, type RunningWorker } from './platform/jobs/worker.ts';
import { createLogger } from './platform/logger.ts';
import { measureJobs, measureMail, measureQueue, openRegistry } from './platform/metrics.ts';
import { openRenderer } from './platform/render/renderer.ts';
import { readEnvironment } from './platform/secret-files.ts';
import { buildOf } from './platform/version.ts';
import { openRuntime } from './runtime.ts';
import { createWeb, loadRenderer } from './web.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createOperatorServer, type Readiness } from './platform/http/health.ts';

/** Two levels above both `server/src/main.ts` and `server/dist/main.js`. */
const appFolder = fileURLToPath(new URL('../../', import.meta.url));

function configOrExit(): { env: NodeJS.ProcessEnv; config: Config } {
  try {
    const env = readEnvironment();
    return { env, config: readConfig(env) };
  } catch (error) {
    console.error(toError(error).message);
    process.exit(1);
  }
}

async function openPorts(config: Config, logger: Logger): Promise<Ports> {
  const runtime = await openRuntime(env, logger);
  const drawing = openRenderer({
    chromiumPath: config.CHROMIUM_PATH,
    cacheDir: join(config.DATA_DIR, 'cache'),
    log: logger,
  });
  const built = {
    renderer: await loadRenderer(appFolder, logger),
    embeds: await loadEmbeds(appFolder),
    appFolder,
  };
  return { ...runtime, ...built, drawing, helpers: openHelpers(logger) };
}

/** The metrics of this process and, if it runs jobs, of the shared queues. */
function openMetrics({ config, database, drawing }: Ports, works: boolean): Registry {
  const { pool, db } = database;
  const registry = openRegistry({ ...database, drawing, build: buildOf(config) });
  if (!works) return registry;
  measureQueue(pool, registry);
  measureMail(registry, async () => ({ ...(await countUnsent(db)) }));
  return registry;
}

/** Loads the trace exporter only if a collector is configured. */
async function openTracing(config: Config, logger: Logger) {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const { openTelemetry } = await import('./platform/observe/otlp.ts');
  return openTelemetry(config, logger);
}

/**
 * Rejects a database copied from another installation, except in a restore rehearsal. Outside
 * production, folders with an embedded database may be copied freely: nothing is sent from there.
 */
async function claimed({ config, database }: Ports, logger: Logger): Promise<() => void> {
  if (config.RESTORE_REHEARSAL === '1') {
    logger.warn(
      'restore rehearsal: jobs wait, and no e-mail, text, notification, payment, or call to lenders or a CRM leaves this process',
    );
    return () => {};
  }
  const isEmbedded = config.DATABASE_URL === undefined;
  if (isEmbedded && config.NODE_ENV !== 'production') return () => {};
  const embeddedIn = isEmbedded ? config.DATA_DIR : undefined;
  const { pool } = database.apart(1);
  const options = { embeddedIn, takeOver: config.TAKE_OVER_DATABASE, log: logger };
  await claimDatabase(pool, options);
  const onLost = (): void => {
    logger.error('the database of this process was replaced with another one');
    stop();
  };
  return keepClaim(pool, { ...options, onLost });
}

/** Where the first administrator is created, with a new code; null if there is one already. */
const setupUrlOf = (ports: Ports, isServed: boolean): Promise<string | null> =>
  isServed && ports.config.RESTORE_REHEARSAL === '0'
    ? issueFirstAccountLink({ ...ports, db: ports.database.db })
    : Promise.resolve(null);

/** Runs jobs, on their own connections. */
function startWork(ports: Ports, registry: Registry, logger: Logger): Promise<RunningWorker> {
  const log = (level: string, message: string): void =>
    level === 'error' ? logger.error({ message }, 'jobs') : logger.debug({ message }, 'jobs');
  const { jobs: handlers, schedules } = composeFor('jobs', ports);
  // The queue has separate connections, so that a job's result can be stored while the others are
  // busy.
  return startWorker(ports.database.apart(queueConnections).pool, {
    handlers,
    schedules,
    log,
    alone: ports.config.DATABASE_URL === undefined,
    watch: (events) => measureJobs(events, registry),
  });
}

async function start(config: Config, logger: Logger): Promise<() => Promise<void>> {
  const demo = config.DEMO === '1' ? await import('./demo/index.ts') : null;
  const ports = { ...(await openPorts(config, logger)), knownApps: demo?.demoApps };
  const { pool } = ports.database;
  if (config.NODE_ENV === 'production' && (await holdsDemo(ports.database.db)))
    throw new Error(
      'This database has demo accounts with a public password: use a separate database in production',
    );
  if (demo)
    await oneProcessAtATime(ports.database.apart(1).pool, () =>
      demo.seedDemo(createContext(ports), join(appFolder, 'server/assets')),
    );
  const releaseClaim = await claimed(ports, logger);
  const works = config.ROLE !== 'web' && config.RESTORE_REHEARSAL === '0';
  const registry = openMetrics(ports, works);
  const telemetry = await openTracing(config, logger);
  const worker = works ? await startWork(ports, registry, logger) : null;
  const readiness = {
    checks: {
      database: async () => void (await pool.query('select 1')),
      ...(worker && { jobs: () => worker.check() }),
    },
    stopping: false,
  };
  const web =
    config.ROLE === 'worker' ? null : await createWeb(ports, { logger, readiness, registry });
  ports.liveConfig.listen(ports.notices);
  const stopListening = await startListening(web, {
    config: ports.config,
    logger,
    readiness,
    registry,
    demo,
    setupUrl: await setupUrlOf(ports, web !== null && demo === null),
  });
  void ports.drawing.warmUp();
  if (web !== null) void ports.database.warmUp();
  const parts: Part[] = [
    // Requests and jobs end in parallel, and their dependencies after them.
    () => Promise.all([stopListening(), worker?.stop()]),
    releaseClaim,
    () => ports.transport.close(),
    () => ports.drawing.close(),
    () => ports.helpers.close(),
    () => telemetry?.close(),
    () => ports.database.close(),
  ];
  return async () => {
    for (const part of parts) await part();
  };
}

/** Stops a part of the process. */
type Part = () => unknown;

/** How long open requests may take during shutdown, in milliseconds. */
const lastAnswers = 20_000;

interface Listening {
  config: Config;
  logger: Logger;
  readiness: Readiness;
  registry: Registry;
  demo: Demo | null;
  /** Where the first administrator is created; null once there is one. */
  setupUrl: string | null;
}

/**
 * Listens on the public address, if this process serves it, and on the operators' port, if set.
 * Returns a function that closes both.
 */
async function startListening(
  web: FastifyInstance | null,
  options: Listening,
): Promise<() => Promise<void>> {
  const { config, logger, readiness, registry, demo, setupUrl } = options;
  const operators =
    config.METRICS_PORT === undefined
      ? null
      : createOperatorServer({
          registry,
          readiness,
          token: config.METRICS_TOKEN,
          build: buildOf(config),
        });
  if (operators) {
    await operators.listen({ host: config.HOST, port: config.METRICS_PORT ?? 0 });
    logger.info({ port: listeningPort(operators) }, 'the operator port is open');
  }
  if (web) {
    await web.listen({ host: config.HOST, port: config.PORT });
    announce(config, { port: listeningPort(web) ?? config.PORT, demo, setupUrl });
  } else logger.info('this process serves no pages and works on jobs');
  return async () => {
    readiness.stopping = true;
    // Gives proxies time to stop sending requests here.
    if (web) await sleep(config.DRAIN_SECONDS * 1000);
    setTimeout(() => web?.server.closeAllConnections(), lastAnswers).unref();
    await web?.close();
    await operators?.close();
  };
}

const listeningPort = ({ server }: FastifyInstance): number | undefined => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : undefined;
};

const { env, config } = configOrExit();
const logger = createLogger(config);
// A query that fails after its caller left. Any other unhandled rejection is a bug and ends the
// process.
process.on('unhandledRejection', (reason) => {
  if (!isDatabaseAway(reason)) throw reason;
  logger.error({ err: reason }, 'the database is unavailable');
});
let stopping: Promise<void> | undefined;
const started = start(config, logger);
started.catch((error: Error) => {
  console.error(error.message);
  logger.debug({ err: error }, 'start failed');
  process.exit(1);
});

/** Milliseconds after the draining time until the process exits regardless of open work. */
const lastWait = 28_000;

function stop(): void {
  setTimeout(() => process.exit(1), config.DRAIN_SECONDS * 1000 + lastWait).unref();
  stopping ??= started
    .then((stopAll) => stopAll())
    .then(
      () => process.exit(0),
      (error: Error) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
