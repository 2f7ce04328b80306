import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTracing, readTraceparent, startSpan, within, type Span } from '../observe/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request in its trace; undefined where nobody traces. */
    span: Span | undefined;
  }
}

/** What is asked every few seconds tells nobody anything. */
const untraced = new Set(['/healthz', '/readyz']);

/**
 * Makes each request a trace by its route, and tells the browser which one. A `traceparent` is
 * continued where `isBelieved` says that a proxy of the operator's wrote it; from anybody else it
 * is only linked, because whoever sends it could fill traces of others, or have all be kept. Adds
 * nothing where nobody traces when the server starts.
 */
export function traceRequests(
  app: FastifyInstance,
  isBelieved: (message: IncomingMessage) => boolean,
): void {
  app.decorateRequest('span');
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    request.span = spanOf(request, isBelieved(request.raw));
    if (request.span === undefined) return done();
    void reply.header('server-timing', `traceparent;desc="${request.span.traceparent}"`);
    endWith(request.span, request, reply);
    within(request.span, done);
  });
  // What reads a body goes on in the connection's own context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === undefined) done();
    else within(request.span, done);
  });
}

function spanOf({ method, routeOptions, headers }: FastifyRequest, isBelieved: boolean) {
  const route = routeOptions.url ?? 'none';
  if (untraced.has(route)) return undefined;
  const told = readTraceparent(headers['traceparent']);
  return startSpan(`${method} ${route}`, {
    kind: 'server',
    ...(isBelieved ? { parent: told } : { link: told }),
    facts: { 'http.request.method': method, 'http.route': route },
  });
}

function endWith(span: Span, { raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    const { statusCode: status, writableFinished } = reply.raw;
    span.set({ 'http.response.status_code': status });
    if (!writableFinished && raw.destroyed) span.set({ 'lintel.reader_left': 'yes' });
    span.end(status >= 500 ? { code: String(status) } : undefined);
  });
}
