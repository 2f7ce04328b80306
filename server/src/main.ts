import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { composeDomains, type AppDeps } from './app.ts';
import { announce, seedDemo } from './demo/index.ts';
import { loadEmbeds } from './domains/marketing/index.ts';
import { readConfig, type Config } from './platform/config.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLogger } from './platform/logger.ts';
import { openRenderer } from './platform/render/renderer.ts';
import { openRuntime } from './runtime.ts';
import { createWeb, loadRenderer } from './web.ts';

/** Two levels up from `server/src/main.ts` as from `server/dist/main.js`. */
const appFolder = fileURLToPath(new URL('../../', import.meta.url));

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function start(config: Config, logger: Logger): Promise<() => Promise<void>> {
  const lost = (): never => {
    logger.fatal('the database server ended unexpectedly');
    process.exit(1);
  };
  const runtime = await openRuntime(config, logger, lost);
  const drawing = openRenderer({ chromiumPath: config.CHROMIUM_PATH, cacheDir: join(config.DATA_DIR, 'cache'), log: logger });
  const built = { renderer: await loadRenderer(appFolder), embeds: await loadEmbeds(appFolder), appFolder };
  const deps: AppDeps = { ...runtime, ...built, drawing };
  const composed = composeDomains(deps);
  const { pool } = deps.database;
  if (config.DEMO === '1') await seedDemo(deps);
  const log = (level: string, message: string): void =>
    level === 'error' ? logger.error({ message }, 'jobs') : logger.debug({ message }, 'jobs');
  const work = { handlers: composed.jobs, schedules: composed.schedules, log, alone: config.DATABASE_URL === undefined };
  const worker = config.ROLE === 'web' ? null : await startWorker(pool, work);
  const ready = { database: async () => void (await pool.query('select 1')) };
  const web = config.ROLE === 'worker' ? null : await createWeb(deps, composed, { logger, ready });
  await listen(web, config);
  void drawing.warmUp();
  return async () => {
    await web?.close();
    await worker?.stop();
    deps.transport.close();
    await drawing.close();
    await deps.database.close();
  };
}

async function listen(web: FastifyInstance | null, config: Config): Promise<void> {
  if (web === null) return;
  await web.listen({ host: config.HOST, port: config.PORT });
  const address = web.server.address();
  announce(config, typeof address === 'object' && address ? address.port : config.PORT);
}

const config = configOrExit();
const logger = createLogger(config);
let stopping: Promise<void> | undefined;
const started = start(config, logger);
started.catch((error: Error) => {
  console.error(error.message);
  logger.debug({ err: error }, 'start failed');
  process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= started
      .then((stop) => stop())
      .then(
        () => process.exit(0),
        (error: Error) => {
          logger.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
  });
}
