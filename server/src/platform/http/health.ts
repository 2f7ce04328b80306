import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Urgency } from '../load/pressure.ts';

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
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.stopping) void reply.header('connection', 'close');
    done();
  });
}

/** How long a check may take, in milliseconds: a frozen database answers nothing at all. */
const patience = 5000;

const late = async (): Promise<never> => {
  await sleep(patience, undefined, { ref: false });
  throw new Error('No answer in time');
};

const urgency: Urgency | 'never' = 'never';
/** An orchestrator that is told nothing would end a process that is only busy. */
const hidden = { schema: { hide: true }, config: { urgency } } as const;

/**
 * `/healthz`: the process answers. `/readyz`: it takes work, and what it stands on does, too; 503
 * otherwise.
 */
export function registerHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', hidden, () => ({ status: 'alive' }));
  app.get('/readyz', hidden, async (_request, reply) => {
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * What is served to operators alone, each with who may ask: `holder` of the token where one is set,
 * anybody who reaches the port otherwise.
 */
const operatorRoutes = [{ path: '/metrics', access: 'holder' }] as const;

/**
 * A port of its own for what operators ask of a process, whatever its role: its measurements, and
 * whether it is well. Nothing of it is on the public address.
 */
export function createOperatorServer(options: {
  registry: Registry;
  readiness: Readiness;
  /** Asked as `Authorization: Bearer …`. */
  token: string | undefined;
}): FastifyInstance {
  const { registry, readiness, token } = options;
  const app = Fastify();
  registerHealth(app, readiness);
  const isHolder = (given: string | undefined): boolean =>
    token === undefined || timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));
  for (const { path, access } of operatorRoutes) {
    app.get(path, async (request, reply) => {
      if (access === 'holder' && !isHolder(request.headers.authorization))
        return reply.status(401).send();
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  }
  return app;
}
