import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Build } from '../version.ts';
import type { Urgency } from '../load/pressure.ts';

/** Whether this process accepts work, which proxies and operators check at `/readyz`. */
export interface Readiness {
  /** Named checks; each throws on failure. */
  checks: Record<string, () => Promise<void> | void>;
  /**
   * Set when the process is asked to stop: it is then no longer ready, and its responses close
   * their connections.
   */
  stopping: boolean;
}

/**
 * Closes connections with their next response once the process is stopping, so that callers
 * reconnect to another one.
 */
export function closeWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.stopping) void reply.header('connection', 'close');
    done();
  });
}

/** The check timeout in milliseconds: a frozen database never responds. */
const patience = 5000;

const late = async (): Promise<never> => {
  await sleep(patience, undefined, { ref: false });
  throw new Error('No answer in time');
};

const urgency: Urgency | 'never' = 'never';
/**
 * Exempt from load shedding: an orchestrator without a response would kill a process that is only
 * busy.
 */
const hidden = { schema: { hide: true }, config: { urgency } } as const;

/**
 * `/healthz`: the process responds. `/readyz`: it and its dependencies accept work; 503 otherwise.
 * The version is only for operators: on the public address, it would help attackers.
 */
export function registerHealth(
  app: FastifyInstance,
  readiness: Readiness,
  build: Partial<Build> = {},
): void {
  app.get('/healthz', hidden, () => ({ status: 'alive', ...build }));
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
 * Operator-only routes with their access: `holder` of the token when one is set, or else anyone who
 * can reach the port.
 */
const operatorRoutes = [{ path: '/metrics', access: 'holder' }] as const;

/**
 * A separate operator port for a process of any role, with its metrics and health. None of it is on
 * the public address.
 */
export function createOperatorServer(options: {
  registry: Registry;
  readiness: Readiness;
  /** Sent as `Authorization: Bearer …`. */
  token: string | undefined;
  build: Build;
}): FastifyInstance {
  const { registry, readiness, token, build } = options;
  const app = Fastify();
  registerHealth(app, readiness, build);
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
