import { createHash } from 'node:crypto';
import { Client, type Connection, type Submittable } from 'pg';
import type { ReplicaSource } from './replica.ts';
import { readStanding } from './replica-watch.ts';

/** How a value is read. An `instant` is a date with its time. */
export type Decoder = 'text' | 'number' | 'boolean' | 'instant' | 'json';

/** A statement whose rows are copied out; it can be handed to another thread. */
export interface CopyQuery {
  text: string;
  /** The name of each value of a row, and how it is read. */
  fields: (readonly [name: string, decoder: Decoder])[];
}

export interface CopySource {
  /** Of the database. */
  address: string;
  /** What is read from first, if it is as far as it must be. */
  replica: ReplicaSource | null;
}

export interface CopyOptions {
  source: CopySource;
  query: CopyQuery;
  /** Ends the statement. */
  signal: AbortSignal;
  /** Seconds that the whole may take. */
  seconds: number;
}

/** Rows that are handed on together. */
const batchRows = 500;
/** So many batches may wait for their reader before PostgreSQL has to. */
const mostWaiting = 8;

/**
 * The rows of a statement of any size, all as of the moment it began, by a connection of their own.
 * While a batch is worked on, PostgreSQL makes the next ones. Where a replica breaks off, the
 * primary goes on if it begins with the very same rows.
 */
export async function* copiedRows(options: CopyOptions): AsyncGenerator<Record<string, unknown>[]> {
  const { source, query, signal } = options;
  const toRow = rowReader(query.fields);
  if (source.replica === null) {
    for await (const lines of copiedLines(options, source)) yield lines.map(toRow);
    return;
  }
  const given = createHash('sha1');
  let count = 0;
  let brokeOff: unknown;
  try {
    for await (const lines of copiedLines(options, source.replica)) {
      given.update(lines.join('\n'));
      count += lines.length;
      yield lines.map(toRow);
    }
    return;
  } catch (error) {
    if (signal.aborted) throw error;
    brokeOff = error;
  }
  const same = createHash('sha1');
  for await (const lines of copiedLines(options, { address: source.address })) {
    if (count <= 0) yield lines.map(toRow);
    else {
      same.update(lines.join('\n'));
      count -= lines.length;
      if (count < 0 || (count === 0 && !same.digest().equals(given.digest()))) throw brokeOff;
    }
  }
  if (count > 0) throw brokeOff;
}

async function* copiedLines(
  { query, signal, seconds }: CopyOptions,
  { address, ...must }: { address: string } & Partial<Omit<ReplicaSource, 'address'>>,
): AsyncGenerator<string[]> {
  const client = new Client({
    connectionString: address,
    application_name: 'lintel exports',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const copy = new Copy(query);
  // Without a listener, the end of the connection would end the thread.
  client.on('error', (error) => copy.handleError(error));
  const stop = (): void => {
    copy.handleError(new Error('Nobody waits for these rows any more'));
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return;
    await client.connect();
    await requireReached(client, must);
    await client.query(
      `begin isolation level repeatable read read only; set local time zone 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = '${seconds}s'`,
    );
    client.query(copy);
    yield* copy.batches();
  } finally {
    signal.removeEventListener('abort', stop);
    // PostgreSQL ends a statement whose rows nobody takes.
    copy.cut();
    await client.end().catch(() => undefined);
  }
}

/** Throws when the connection is none to the replica that is meant, or that is not so far yet. */
async function requireReached(
  client: Client,
  { floor, identity }: Partial<Omit<ReplicaSource, 'address'>>,
): Promise<void> {
  if (floor === undefined) return;
  const standing = await readStanding(client);
  if (!standing.isReplica || standing.identity !== identity || standing.position < floor)
    throw new Error('The replica has not come so far');
}

/** A `COPY ... TO STDOUT` as the client library runs it: one message for each row. */
class Copy implements Submittable {
  readonly #query: CopyQuery;
  #connection: Connection | undefined;
  // What waits is text: rows made of it would outlive the young objects, which costs most of their time.
  #lines: string[] = [];
  #waiting: string[][] = [];
  #ended = false;
  #failure: Error | undefined;
  #wake = (): void => {};

  constructor(query: CopyQuery) {
    this.#query = query;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#query.text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#lines.push(chunk.toString('utf8', 0, chunk.length - 1));
    if (this.#lines.length === batchRows) this.#handOn();
  }

  handleCommandComplete(): void {
    this.#handOn();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#wake();
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  cut(): void {
    if (!this.#ended) this.#connection?.stream.destroy();
  }

  async *batches(): AsyncGenerator<string[]> {
    for (;;) {
      const batch = this.#waiting.shift();
      if (batch !== undefined) {
        if (this.#waiting.length === 0) this.#connection?.stream.resume();
        yield batch;
      } else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #handOn(): void {
    this.#waiting.push(this.#lines);
    this.#lines = [];
    if (this.#waiting.length >= mostWaiting) this.#connection?.stream.pause();
    this.#wake();
  }
}

const twoDigits = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

/**
 * Reads `2026-03-05 17:00:00.123456+00`. Its digits stand at known places, so that this takes a
 * fraction of what a parser does.
 */
function instantOf(text: string): Date {
  const century = twoDigits(text, 0);
  if (text[4] !== '-' || century < 10) return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
  const parts = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : 0;
  return new Date(
    Date.UTC(
      century * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      Number(parts),
    ),
  );
}

const decoding: Record<Decoder, (text: string) => unknown> = {
  text: (text) => text,
  number: Number,
  boolean: (text) => text === 't',
  instant: instantOf,
  json: (text) => JSON.parse(text),
};

const signs: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_all, sign: string) => signs[sign] ?? sign) : text;

/** Reads the lines of `COPY`'s text format. */
function rowReader(fields: CopyQuery['fields']): (line: string) => Record<string, unknown> {
  const readers = fields.map(([name, decoder]) => ({ name, decode: decoding[decoder] }));
  return (line) => {
    const values = line.split('\t');
    const hasSigns = line.includes('\\');
    const row: Record<string, unknown> = {};
    for (let index = 0; index < readers.length; index += 1) {
      const [reader, value] = [readers[index], values[index]];
      if (reader === undefined || value === undefined) throw new Error('A row lacks a value');
      row[reader.name] =
        value === '\\N' ? null : reader.decode(hasSigns ? unescaped(value) : value);
    }
    return row;
  };
}
