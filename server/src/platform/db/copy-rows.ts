import { createHash } from 'node:crypto';
import { Client, type Connection, type Submittable } from 'pg';
import { rowReader, type CopyField } from './copy-text.ts';

/** A statement whose rows are copied out; it can be handed to another thread. */
export interface CopyQuery {
  text: string;
  fields: CopyField[];
}

export interface CopySource {
  /** Of the database. */
  address: string;
  /** Of its replica, which is read from first. */
  replica: string | null;
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
const batchRows = 100;
/**
 * So many batches may wait for their reader before PostgreSQL has to. Few, since what waits outlives
 * the young objects, and sorting it out took a fourth of an export's time; the connection itself
 * holds some thousand rows besides.
 */
const mostWaiting = 4;

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
    for await (const lines of copiedLines(options, { address: source.replica })) {
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
  { address }: { address: string },
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
