import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

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
