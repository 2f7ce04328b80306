import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A span's attributes besides its name. Only values that the product itself wrote: routes, hosts,
 * statements with placeholders; never an address, a parameter, or user text.
 */
export type Facts = Record<string, string | number>;

/** One step of a trace. */
export interface Span {
  readonly traceId: string;
  /** In W3C Trace Context format: enough to continue the trace elsewhere. */
  readonly traceparent: string;
  set(facts: Facts): void;
  /**
   * Ends the span; later calls do nothing. Keeps only an error's type and code, never its message.
   */
  end(error?: unknown): void;
}

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer';
  /** The parent: a span of this process, or a `traceparent`. Without one, a new trace starts. */
  parent?: Span | string | undefined;
  /** A related `traceparent` that isn't the parent. */
  link?: string | undefined;
  facts?: Facts;
}

/** Records spans. */
export type Tracer = (name: string, start: SpanStart) => Span;

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span>();

/** Sets the tracer, or turns tracing off. Nothing is loaded before. */
export const traceWith = (next: Tracer | null): void => void (tracer = next);

export const isTracing = (): boolean => tracer !== null;

/** The current span, when tracing is on. */
export const currentSpan = (): Span | undefined =>
  tracer === null ? undefined : current.getStore();

/** Starts a span that the caller ends; undefined when tracing is off. */
export const startSpan: (name: string, start: SpanStart) => Span | undefined = (name, start) =>
  tracer?.(name, start);

/** Runs a function within a span, including its async continuations. */
export const within = <Result>(span: Span, run: () => Result): Result => current.run(span, run);

/** Runs a function as a span, when tracing is on. */
export async function asSpan<Result>(
  name: string,
  start: SpanStart,
  run: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, start);
  if (span === undefined) return run(undefined);
  try {
    const result = await within(span, () => run(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/**
 * Starts a span for an external call of the current span; undefined outside of traces, so that
 * background work doesn't create traces of single calls.
 */
export function startCall(name: string, facts: Facts): Span | undefined {
  const parent = currentSpan();
  return parent && startSpan(name, { kind: 'client', parent, facts });
}

/** Runs an external call to `peer` as a span of the current one. */
export async function calling<Result>(
  peer: string,
  name: string,
  run: () => Promise<Result>,
  facts: Facts = {},
): Promise<Result> {
  const parent = currentSpan();
  if (parent === undefined) return run();
  const start = { kind: 'client', parent, facts: { 'peer.service': peer, ...facts } } as const;
  return asSpan(name, start, async (span) => {
    const result = await run();
    if (result instanceof Response) span?.set({ 'http.response.status_code': result.status });
    return result;
  });
}

/**
 * `fetch` to `peer` with a span. The span has the host but never the URL, which may contain names
 * or secrets; and the trace isn't sent to third parties.
 */
export function fetchFrom(peer: string, url: string, init: RequestInit = {}): Promise<Response> {
  if (currentSpan() === undefined) return fetch(url, init);
  const { hostname, port } = new URL(url);
  const method = init.method ?? 'GET';
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    ...(port !== '' && { 'server.port': Number(port) }),
  };
  return calling(peer, `${method} ${peer}`, () => fetch(url, init), facts);
}

const traceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Parses a header or a stored value as a `traceparent`; undefined for anything else. */
export const readTraceparent = (written: unknown): string | undefined =>
  typeof written === 'string' && traceparent.test(written) ? written : undefined;
