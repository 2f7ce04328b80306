import { createServer } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/**
 * The fields of a protobuf message by number, in order of arrival: numbers as they are, everything
 * else as bytes.
 */
type Message = Map<number, (bigint | Buffer)[]>;

function readMessage(bytes: Buffer): Message {
  const fields: Message = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    if (![0, 1, 2, 5].includes(wire)) throw new Error(`There is no wire type ${wire}`);
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const bytesOf = (message: Message, field: number): Buffer[] =>
  (message.get(field) ?? []).filter((value): value is Buffer => Buffer.isBuffer(value));
const messagesOf = (message: Message, field: number): Message[] =>
  bytesOf(message, field).map(readMessage);
const textOf = (message: Message, field: number): string =>
  bytesOf(message, field)[0]?.toString() ?? '';
const hexOf = (message: Message, field: number): string =>
  bytesOf(message, field)[0]?.toString('hex') ?? '';

export interface ReceivedSpan {
  traceId: string;
  id: string;
  parentId: string;
  name: string;
  facts: Record<string, string>;
  /** The traces of its links. */
  links: string[];
}

/** opentelemetry/proto/common/v1/common.proto: KeyValue and AnyValue. */
const factsOf = (pairs: readonly Message[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [value] = messagesOf(pair, 2);
      const number = value?.get(3)?.[0];
      return [textOf(pair, 1), value?.has(1) ? textOf(value, 1) : String(number ?? '')];
    }),
  );

/** opentelemetry/proto/trace/v1/trace.proto, inside an ExportTraceServiceRequest. */
const spansOf = (body: Buffer): ReceivedSpan[] =>
  messagesOf(readMessage(body), 1)
    .flatMap((resource) => messagesOf(resource, 2))
    .flatMap((scope) => messagesOf(scope, 2))
    .map((span) => ({
      traceId: hexOf(span, 1),
      id: hexOf(span, 2),
      parentId: hexOf(span, 4),
      name: textOf(span, 5),
      facts: factsOf(messagesOf(span, 9)),
      links: messagesOf(span, 13).map((link) => hexOf(link, 1)),
    }));

export interface Collector {
  endpoint: string;
  spans: readonly ReceivedSpan[];
  /** All received bytes, to check that they contain no secrets. */
  bytes(): string;
  /** The authorization headers received. */
  authorizations: ReadonlySet<string | undefined>;
  close(): Promise<void>;
}

/** A minimal OpenTelemetry collector for OTLP over HTTP in protobuf. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const authorizations = new Set<string | undefined>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(body);
      authorizations.add(request.headers.authorization);
      if (request.headers['content-type'] !== 'application/x-protobuf') response.statusCode = 415;
      else if (request.url === '/v1/traces') spans.push(...spansOf(body));
      else response.statusCode = 404;
      response.setHeader('content-type', 'application/x-protobuf');
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    authorizations,
    bytes: () => Buffer.concat(bodies).toString('latin1'),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
