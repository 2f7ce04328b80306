import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Whether this process takes work, which proxies and operators ask at `/readyz`. */
export interface Readiness {
  /** What must not throw, by name. */
  checks: Record<string, () => Promise<void> | void>;
  /**
   * Set when the process is asked to stop: from then on it is not ready, and its answers close
   * their connections.
   */
  stopping: boolean;
}

/**
 * Lets the connections end with their next answer once the process stops, so that callers come back
 * to another one.
 */
export function closeWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) void reply.header('connection', 'close');
  });
}

/**
 * How long a part may take to say that it works, in milliseconds: a database that is frozen says
 * nothing at all.
 */
const patience = 5000;

const late = async (): Promise<never> => {
  await sleep(patience, undefined, { ref: false });
  throw new Error('No answer in time');
};

/**
 * `/healthz`: the process answers. `/readyz`: it takes work, and what it stands on does, too; 503
 * otherwise.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(readiness.checks).map(async ([name, check]) => {
        try {
          await Promise.race([check(), late()]);
          return [name, 'ok'] as const;
        } catch {
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = !readiness.stopping && results.every(([, result]) => result === 'ok');
    const status = readiness.stopping ? 'stopping' : ready ? 'ready' : 'not ready';
    return reply.status(ready ? 200 : 503).send({ status, ...Object.fromEntries(results) });
  });
}
