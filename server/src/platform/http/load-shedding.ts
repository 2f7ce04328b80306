import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { errorCatalog, type ErrorBody } from '@lintel/contract/core/errors';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import {
  sumCounts,
  measure,
  Pressure,
  urgencies,
  type PressureReading,
  type Urgency,
} from '../load/pressure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** When to reject it; `never` for operator routes. Defaults to the usual urgency. */
    urgency?: Urgency | 'never';
  }
  interface FastifyRequest {
    /** Rejected because of load, which isn't logged per request. */
    isRefused: boolean;
  }
}

export interface ShedOptions {
  registry: Registry;
  /** Requests waiting for a database connection. */
  waiting(): number;
  /** Measures until the returned function is called. Tests pass their own. */
  measured?: (
    counts: () => Pick<PressureReading, 'underWay' | 'waiting'>,
    note: (measured: PressureReading) => void,
  ) => () => void;
}

/** An endpoint's urgency. */
export function resolveUrgency({
  urgency,
  access,
  method,
  reads,
  response,
}: EndpointSpec): Urgency {
  if (urgency !== undefined) return urgency;
  if (access.kind === 'signature') return 'submission';
  if (method !== 'GET' || access.kind === 'anonymous') return 'usual';
  return reads === 'much' || 'file' in response ? 'report' : 'list';
}

/** Rejected callers may retry after this many seconds: the load has changed by then. */
const retrySeconds = '2';

/**
 * Rejects requests while this process is overloaded, the least urgent first, with 503 and
 * `Retry-After`, before reading them: a rejection costs a fraction of a response.
 */
export function shedLoad(app: FastifyInstance, options: ShedOptions): void {
  const { registry, waiting, measured = measure } = options;
  const pressure = new Pressure();
  const underWay = urgencies.map(() => 0);
  const count = (urgency: Urgency, more: 1 | -1): void => {
    const rank = urgencies.indexOf(urgency);
    underWay[rank] = (underWay[rank] ?? 0) + more;
  };
  const logPressure = createPressureLog(app.log);
  const stop = measured(
    () => ({ underWay, waiting: waiting() }),
    (now) => {
      pressure.note(now);
      logPressure(pressure.now, now);
    },
  );
  app.addHook('onClose', async () => stop());
  const refused = countRefused(registry, pressure);
  app.addHook('onRequest', (request, reply, done) => {
    const urgency = request.routeOptions.config.urgency ?? 'usual';
    if (urgency === 'never') return done();
    if (pressure.refuses(urgency)) {
      refused(urgency);
      logPressure.refused();
      request.isRefused = true;
      return void refuse(request, reply);
    }
    count(urgency, 1);
    reply.raw.once('close', countedOnce(reply, urgency));
    done();
  });
  // The response has started: streams of an application stay open for minutes.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    ended.get(reply)?.();
    done();
  });

  const ended = new WeakMap<FastifyReply, () => void>();
  function countedOnce(reply: FastifyReply, urgency: Urgency): () => void {
    let isUnderWay = true;
    const end = (): void => {
      if (isUnderWay) count(urgency, -1);
      isUnderWay = false;
    };
    ended.set(reply, end);
    return end;
  }
}

/** Measurements between log entries about rejected requests: ten seconds. */
const logEvery = 50;

/** Logs when rejections start and end, and their number, but not each one. */
function createPressureLog(log: FastifyBaseLogger) {
  let count = 0;
  let turns = 0;
  const logPressure = (pressure: number, measured: PressureReading): void => {
    if (count === 0 && turns === 0) return;
    if (turns === 0) {
      const underWay = sumCounts(measured.underWay);
      log.warn({ pressure, ...measured, underWay }, 'overloaded: rejecting requests');
    }
    turns += 1;
    if (turns < logEvery) return;
    log.warn({ pressure, refused: count }, 'requests rejected in the last ten seconds');
    turns = 0;
    count = 0;
  };
  return Object.assign(logPressure, { refused: () => void (count += 1) });
}

function countRefused(registry: Registry, pressure: Pressure): (urgency: Urgency) => void {
  const counter = new Counter({
    name: 'lintel_refused_requests_total',
    help: 'Requests rejected with 503 because of overload, by urgency.',
    labelNames: ['urgency'],
    registers: [registry],
  });
  for (const urgency of urgencies) counter.inc({ urgency }, 0);
  const gauge: Gauge = new Gauge({
    name: 'lintel_pressure',
    help: 'How much is refused: 0 nothing, 1 reports, 2 lists too, up to 4.9, nearly everything.',
    registers: [registry],
    collect(): void {
      gauge.set(pressure.now);
    },
  });
  return (urgency) => counter.inc({ urgency });
}

const body = JSON.stringify({
  error: 'unavailable',
  message: errorCatalog.unavailable[1],
} satisfies ErrorBody);

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}`;

/** Shown by a browser in place of a page; it retries by itself. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>One moment, please</title>
<style>${style}</style>
</head>
<body>
<h1>One moment, please</h1>
<p>We’re very busy right now. This page will try again in a few seconds.</p>
<p lang="es">Hay muchas visitas en este momento. Esta página volverá a intentarlo en unos segundos.</p>
</body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'`;

function refuse({ method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage =
    method === 'GET' &&
    headers['sec-fetch-dest'] !== 'empty' &&
    (headers.accept ?? '').startsWith('text/html');
  return reply
    .status(errorCatalog.unavailable[0])
    .headers({
      'retry-after': retrySeconds,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    })
    .send(isPage ? page : body);
}
