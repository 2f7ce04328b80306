import { setTimeout as sleep } from 'node:timers/promises';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Config } from '../config.ts';
import { readTraceparent, traceWith, type Span, type Tracer } from './tracing.ts';

/** Timeouts in milliseconds: for one message, and for the last. */
const pace = { message: 5000, last: 2000 } as const;
/** The minimum milliseconds between warnings about the collector. */
const complaints = 600_000;

export interface Telemetry {
  /** Sends the spans so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Sends traces to an OpenTelemetry collector. This module loads the packages, so it is imported
 * only when a collector is configured. When the collector doesn't respond, spans beyond the queue's
 * size are dropped.
 */
export function openTelemetry(
  config: Pick<
    Config,
    | 'OTEL_EXPORTER_OTLP_ENDPOINT'
    | 'OTEL_EXPORTER_OTLP_HEADERS'
    | 'OTEL_SERVICE_NAME'
    | 'OTEL_TRACES_SAMPLER_ARG'
    | 'ROLE'
  >,
  log: Logger,
): Telemetry {
  const base = (config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').replace(/\/+$/, '');
  const to = (path: string) => ({
    url: `${base}${path}`,
    headers: parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: pace.message,
  });
  complainInto(log);
  const resource = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.instance.id': crypto.randomUUID(),
    'lintel.role': config.ROLE,
  });
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(to('/v1/traces')) })],
  });
  traceWith(createTracer(traces));
  return {
    flush: () => traces.forceFlush(),
    close: async () => {
      traceWith(null);
      // Don't wait for an unavailable collector.
      const last = traces.shutdown().catch(() => undefined);
      await Promise.race([last, sleep(pace.last, undefined, { ref: false })]);
    },
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('lintel');
  return (name, { kind, parent, link, facts = {} }) => {
    const above = typeof parent === 'string' ? parent : parent?.traceparent;
    const linked = parseSpanContext(link);
    const context = parseSpanContext(above);
    const span = tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        attributes: facts,
        ...(linked && { links: [{ context: linked }] }),
      },
      context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT,
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      set: (more) => void span.setAttributes(more),
      end: (error) => {
        if (!span.isRecording()) return;
        if (error !== undefined) {
          span.setAttribute('error.type', errorKind(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    } satisfies Span;
  };
}

function parseSpanContext(written: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = readTraceparent(written)?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  const isSampled = (Number.parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED) !== 0;
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
}

/** Uses the error's code when there is one: messages may quote user input. */
function errorKind(error: unknown): string {
  const cause = error instanceof Error && isRecord(error.cause) ? error.cause : {};
  const code = isRecord(error) ? (error['code'] ?? cause['code']) : undefined;
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.constructor.name : typeof error;
}

/** Parses `name=value,name=value` with URL-encoded parts. */
const parseHeaders = (setting: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (setting ?? '')
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name.trim(), decodeURIComponent(value.join('=').trim())];
      }),
  );

const quiet = (): void => {};

/**
 * Logs the packages' own messages, rarely and shortened: they may quote the collector's response.
 */
function complainInto(log: Logger): void {
  let last = -complaints;
  const complain = (...said: unknown[]): void => {
    const now = performance.now();
    if (now - last < complaints) return;
    last = now;
    log.warn({ said: errorText(said[0]) }, 'telemetry could not be sent');
  };
  diag.setLogger(
    { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Errors arrive as JSON with their stack. */
function errorText(said: unknown): string {
  const text = String(said);
  try {
    const error: unknown = JSON.parse(text);
    return isRecord(error)
      ? `${String(error['code'] ?? '')} ${String(error['message'] ?? '')}`.trim().slice(0, 200)
      : 'unknown';
  } catch {
    return text.slice(0, 200);
  }
}
