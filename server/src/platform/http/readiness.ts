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
