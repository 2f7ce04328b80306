import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process answers. `/readyz`: the database and the jobs do, too; 503 otherwise. */
export function registerHealth(app: FastifyInstance, checks: Record<string, () => Promise<void> | void>): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch {
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });
}
