import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Database, OpenDatabase } from './connect.ts';

const channel = 'lintel_notices';

/**
 * Notifies all processes of a change to `topic` once the caller's transaction commits. A topic is a
 * short name with an id, without secrets.
 */
export const publishNotice = async (tx: Database, topic: string): Promise<void> =>
  void (await tx.execute(sql`select pg_notify(${channel}, ${topic})`));

/** In milliseconds: the interval of connection checks, and the pauses between reconnects. */
const pace = { sign: 15_000, shortest: 250, longest: 15_000 } as const;

interface NoticesOptions {
  /** The connection was lost; it reconnects automatically. */
  onTrouble(error: Error): void;
}

/**
 * Receives other processes' notices over one connection, open while this process has listeners.
 * After a reconnect, any notice may have been missed, so all listeners are called and check for
 * themselves.
 */
export class Notices {
  readonly #database: OpenDatabase;
  readonly #options: NoticesOptions;
  readonly #hearers = new Map<string, Set<() => void>>();
  #pool: ReturnType<OpenDatabase['apart']> | null = null;
  #client: PoolClient | null = null;
  #timer: NodeJS.Timeout | undefined;
  #opening = false;
  #pause: number = pace.shortest;
  #closed = false;

  constructor(database: OpenDatabase, options: NoticesOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Calls `told` for each notice on the topic, until the returned function is called. */
  hear(topic: string, told: () => void): () => void {
    const own = this.#hearers.get(topic) ?? new Set();
    this.#hearers.set(topic, own);
    own.add(told);
    if (this.#client === null) void this.#open();
    return () => {
      own.delete(told);
      if (own.size === 0 && this.#hearers.get(topic) === own) this.#hearers.delete(topic);
      if (this.#hearers.size === 0) this.#leave();
    };
  }

  /** Whether the connection is open: until then no notices arrive. */
  isListening(): boolean {
    return this.#client !== null;
  }

  close(): void {
    this.#closed = true;
    this.#hearers.clear();
    this.#leave();
  }

  async #open(): Promise<void> {
    if (this.#opening || this.#closed || this.#hearers.size === 0) return;
    this.#opening = true;
    clearTimeout(this.#timer);
    try {
      this.#pool ??= this.#database.apart(1);
      const client = await this.#pool.pool.connect();
      client.on('error', (error) => this.#lose(client, error));
      client.on('notification', ({ payload = '' }) => this.#tell(this.#hearers.get(payload)));
      try {
        await client.query(`listen ${channel}`);
      } catch (error) {
        client.release(true);
        throw error;
      }
      if (this.#closed || this.#hearers.size === 0) return client.release(true);
      this.#client = client;
      this.#pause = pace.shortest;
      this.#askForSign(client);
      // No listener got earlier notices.
      for (const hearers of this.#hearers.values()) this.#tell(hearers);
    } catch (error) {
      this.#options.onTrouble(error instanceof Error ? error : new Error(String(error)));
      this.#again();
    } finally {
      this.#opening = false;
    }
  }

  #tell(hearers: ReadonlySet<() => void> | undefined): void {
    for (const hearer of hearers ?? []) hearer();
  }

  /** A connection dropped by a router is silent and would otherwise wait forever. */
  #askForSign(client: PoolClient): void {
    this.#timer = setTimeout(() => {
      if (this.#client !== client) return;
      const late = setTimeout(
        () => this.#lose(client, new Error('The database is not responding')),
        pace.sign,
      ).unref();
      client
        .query('select 1')
        .then(() => this.#client === client && this.#askForSign(client))
        .catch((error: Error) => this.#lose(client, error))
        .finally(() => clearTimeout(late));
    }, pace.sign).unref();
  }

  #lose(client: PoolClient, error: Error): void {
    if (this.#client !== client) return;
    this.#leave();
    this.#options.onTrouble(error);
    this.#again();
  }

  #again(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#open(), this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, pace.longest);
  }

  #leave(): void {
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    client?.release(true);
  }
}
