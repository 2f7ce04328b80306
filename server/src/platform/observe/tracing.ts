import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a span tells besides its name. Only what the product itself wrote: routes, hosts, statements
 * with placeholders; never an address, a parameter or a text of somebody's.
 */
export type Facts = Record<string, string | number>;

/** One step of a trace. */
export interface Span {
  readonly traceId: string;
  /** As W3C Trace Context writes it: what continues the trace elsewhere needs no more. */
  readonly traceparent: string;
  set(facts: Facts): void;
  /** Ends it; later calls do nothing. Of an error only kind and code are kept, never its words. */
  end(error?: unknown): void;
}

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer';
  /** What it is a part of: a span of this process, or a `traceparent`. A new trace without. */
  parent?: Span | string | undefined;
  /** A `traceparent` that it has to do with, and is no part of. */
  link?: string | undefined;
  facts?: Facts;
}

/** Takes down spans. */
export type Tracer = (name: string, start: SpanStart) => Span;

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span>();

/** From now on spans are taken down by `next`, or by nobody. Nothing of it is loaded before. */
export const traceWith = (next: Tracer | null): void => void (tracer = next);

export const isTracing = (): boolean => tracer !== null;

/** The step that is going on here, if somebody takes it down. */
export const currentSpan = (): Span | undefined =>
  tracer === null ? undefined : current.getStore();

/** Starts a span that whoever calls ends; undefined where nobody traces. */
export const startSpan: (name: string, start: SpanStart) => Span | undefined = (name, start) =>
  tracer?.(name, start);

/** Runs something as a part of a span, also what it does later. */
export const within = <Result>(span: Span, run: () => Result): Result => current.run(span, run);

/** Runs something as a span, where anybody traces. */
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
 * Starts a span of what somebody else does for the step that is going on; undefined outside of
 * traces, so that whatever runs by itself makes no traces of single calls.
 */
export function startCall(name: string, facts: Facts): Span | undefined {
  const parent = currentSpan();
  return parent && startSpan(name, { kind: 'client', parent, facts });
}

/** Runs a call to somebody else, who is known as `peer`, as a span of the step that is going on. */
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
 * `fetch` to somebody who is known as `peer`. The span has the host and never the address, which
 * may name people or hold secrets; nor do the others learn of the trace.
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

/** A header or a note as a `traceparent`; undefined for anything else. */
export const readTraceparent = (written: unknown): string | undefined =>
  typeof written === 'string' && traceparent.test(written) ? written : undefined;
