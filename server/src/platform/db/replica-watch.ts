import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { positionOf } from './last-changes.ts';

/**
 * What the replica is good for: `used`; `behind` by more than it may be; `away`; `foreign`, no
 * replica of this database.
 */
export type ReplicaState = 'unknown' | 'used' | 'behind' | 'away' | 'foreign';

/** What a server says of itself; a replica's position is how far it has replayed the log. */
export interface Standing {
  isReplica: boolean;
  position: bigint;
  /** The same on a server and its replicas. */
  identity: string;
}

const standing = `select pg_is_in_recovery() as "isReplica",
  coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::text as position,
  (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as identity`;

/** Asks a server, by a pool or by one connection of it, how far it is. */
export async function readStanding(connection: Pick<Pool, 'query'>): Promise<Standing> {
  const { rows } = await connection.query<Omit<Standing, 'position'> & { position: string }>(
    standing,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The server says nothing of itself');
  return { ...row, position: positionOf(row.position) };
}

const told: Record<
  Exclude<ReplicaState, 'unknown'>,
  readonly ['info' | 'warn' | 'error', string]
> = {
  used: ['info', 'reports are read from the replica'],
  behind: ['warn', 'the replica is too far behind; reports are read from the primary'],
  away: ['warn', 'the replica is away; reports are read from the primary'],
  foreign: [
    'error',
    'DATABASE_REPLICA_URL is no replica of the database of DATABASE_URL; reports are read from the primary',
  ],
};

/** Milliseconds between two looks. */
const lookEveryMs = 1000;

interface WatchOptions {
  /** A connection of its own to each, which gives up soon. */
  primary: Pool;
  replica: Pool;
  maxLagSeconds: number;
  log: Logger;
  /** Told when the replica is away: whatever waits for it need not go on. */
  onAway: () => void;
}

/**
 * Looks once a second how far primary and replica are. How old a replica's data is follows from
 * where the primary was at which time, by this process's clock alone: no clock of a server is
 * compared, and a primary that rests makes no replica look old.
 */
export class ReplicaWatch {
  readonly #options: WatchOptions;
  /** Where the primary was at most when, in milliseconds; the oldest first. */
  #samples: { at: number; position: bigint }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  state: ReplicaState = 'unknown';
  /** Of the primary. */
  identity = '';
  /** Seconds that the replica was behind when it last answered. */
  lag = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  start(): void {
    void this.look().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), lookEveryMs).unref();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * The position that a replica must have reached to be as new as it has to be; null when nothing
   * is known.
   */
  get newEnough(): bigint | null {
    const since = performance.now() - this.#options.maxLagSeconds * 1000;
    return this.#samples.find(({ at }) => at >= since)?.position ?? null;
  }

  /** One look. Never throws. */
  async look(): Promise<void> {
    const { primary, replica, maxLagSeconds } = this.#options;
    try {
      const at = performance.now();
      const { position, identity } = await readStanding(primary);
      this.identity = identity;
      const since = at - 2000 * maxLagSeconds;
      this.#samples = [...this.#samples.filter((one) => one.at >= since), { at, position }];
    } catch {
      // Without the primary there are no reports either, and it has its own signs.
    }
    try {
      const { isReplica, position, identity } = await readStanding(replica);
      if (this.identity === '') return;
      this.lag = this.#lagAt(position);
      const isOurs = isReplica && identity === this.identity;
      this.#become(!isOurs ? 'foreign' : this.lag > maxLagSeconds ? 'behind' : 'used');
    } catch (error) {
      this.#become('away', error);
      this.#options.onAway();
    }
  }

  /** Since when at least something has been missing. */
  #lagAt(position: bigint): number {
    const missing = this.#samples.find((one) => one.position > position);
    return missing === undefined ? 0 : (performance.now() - missing.at) / 1000;
  }

  #become(state: Exclude<ReplicaState, 'unknown'>, error?: unknown): void {
    if (this.#stopped || this.state === state) return;
    this.state = state;
    const [level, message] = told[state];
    this.#options.log[level](
      { ...(error !== undefined && { err: error }), lagSeconds: Math.round(this.lag) },
      message,
    );
  }
}
