import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { registerHealth, type Readiness } from './health.ts';

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
