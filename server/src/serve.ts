import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { announce } from './demo/index.ts';
import type { Config } from './platform/config.ts';
import { createOperatorServer, type Readiness } from './platform/http/health.ts';

/** Ends a part of the process. */
export type Part = () => unknown;

/** How long an answer may take once everything stops, in milliseconds. */
const lastAnswers = 20_000;

interface Listening {
  config: Config;
  logger: Logger;
  readiness: Readiness;
  registry: Registry;
}

/**
 * Listens on the public address, if this process serves it, and on the operators' port, if there is
 * one. Gives what closes both.
 */
export async function startListening(
  web: FastifyInstance | null,
  options: Listening,
): Promise<() => Promise<void>> {
  const { config, logger, readiness, registry } = options;
  const operators =
    config.METRICS_PORT === undefined
      ? null
      : createOperatorServer({ registry, readiness, token: config.METRICS_TOKEN });
  if (operators) {
    await operators.listen({ host: config.HOST, port: config.METRICS_PORT ?? 0 });
    logger.info({ port: portOf(operators) }, 'the operator port is open');
  }
  if (web) {
    await web.listen({ host: config.HOST, port: config.PORT });
    announce(config, portOf(web) ?? config.PORT);
  } else logger.info('this process serves no pages and works on jobs');
  return async () => {
    readiness.stopping = true;
    // Meanwhile proxies notice that they should send their requests elsewhere.
    if (web) await sleep(config.DRAIN_SECONDS * 1000);
    setTimeout(() => web?.server.closeAllConnections(), lastAnswers).unref();
    await web?.close();
    await operators?.close();
  };
}

const portOf = ({ server }: FastifyInstance): number | undefined => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : undefined;
};
