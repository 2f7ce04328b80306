import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTracing, readTraceparent, startSpan, within, type Span } from '../observe/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's span; undefined without tracing. */
    span: Span | undefined;
  }
}

/** Polled every few seconds, so traces would be useless. */
const untraced = new Set(['/healthz', '/readyz']);

/**
 * Makes each request a trace named by its route, and sends its id to the browser. A `traceparent`
 * is continued when `isBelieved` confirms that the operator's proxy sent it; any other is only
 * linked, because its sender could fill foreign traces or force sampling. Does nothing when tracing
 * is off at startup.
 */
export function traceRequests(
  app: FastifyInstance,
  isBelieved: (message: IncomingMessage) => boolean,
): void {
  app.decorateRequest('span');
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    request.span = createRequestSpan(request, isBelieved(request.raw));
    if (request.span === undefined) return done();
    void reply.header('server-timing', `traceparent;desc="${request.span.traceparent}"`);
    endWith(request.span, request, reply);
    within(request.span, done);
  });
  // Body readers continue in the connection's context, so restore the span's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === undefined) done();
    else within(request.span, done);
  });
}

function createRequestSpan({ method, routeOptions, headers }: FastifyRequest, isBelieved: boolean) {
  const route = routeOptions.url ?? 'none';
  if (untraced.has(route)) return undefined;
  const traceparent = readTraceparent(headers['traceparent']);
  return startSpan(`${method} ${route}`, {
    kind: 'server',
    ...(isBelieved ? { parent: traceparent } : { link: traceparent }),
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
