import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { errorOf } from '../errors.ts';
import { Following } from './following.ts';
import { readPositions } from './last-changes.ts';
import { readStanding, ReplicaWatch } from './replica-watch.ts';

/** A report that may be read from the replica, once that has come as far as `floor`. */
interface Reading {
  floor: bigint;
  /** Why it went to the primary; from then on it stays there, and so does what comes after it. */
  left?: 'behind' | 'failed' | 'over';
}

const readings = new Following<Reading>();

/** What a copy of many rows needs to know for reading them from the replica. */
export interface ReplicaSource {
  address: string;
  /** How far it must have come. */
  floor: bigint;
  identity: string;
}

/** How often, and after how many milliseconds, it is looked again whether the replica has come so far. */
const again = { looks: 5, everyMs: 20 };
/** A replica that is so many seconds behind will not catch up meanwhile. */
const hopeless = 1;
/** Milliseconds in which one failed statement at most is told. */
const tellEveryMs = 60_000;

interface ReplicaOptions {
  address: string;
  /** For reports. */
  pool: Pool;
  /** Connections of `pool` as they are made, to be cut when nobody answers. */
  clients: ReadonlySet<Client>;
  /** One connection each, for looking at the servers alone. */
  watching: { primary: Pool; replica: Pool };
  maxLagSeconds: number;
  log: Logger;
}

/**
 * A streaming replica that reports are read from. Whoever changed something sees it: what their
 * change wrote must have been replayed first. Whatever goes wrong, the primary answers.
 */
export class Replica {
  readonly pool: Pool;
  readonly watch: ReplicaWatch;
  readonly reads = new Counter({
    name: 'lintel_replica_reads_total',
    help: 'Reports by who answered: the replica, or the primary because the replica was behind, failed, or was away.',
    labelNames: ['outcome'],
    registers: [],
  });
  readonly used: Gauge;
  readonly lag: Gauge;
  readonly #options: ReplicaOptions;
  /** How far a connection's server had come when it was last asked. */
  readonly #reached = new WeakMap<PoolClient, bigint>();
  #toldAt = -Infinity;

  constructor(options: ReplicaOptions) {
    const { pool, watching, maxLagSeconds, log, clients } = options;
    this.#options = options;
    this.pool = pool;
    this.watch = new ReplicaWatch({
      ...watching,
      maxLagSeconds,
      log,
      onAway: () => {
        for (const client of clients) client.end().catch(() => undefined);
      },
    });
    const { watch } = this;
    this.used = new Gauge({
      name: 'lintel_replica_used',
      help: '1 while reports are read from the replica, 0 while it is away or too far behind.',
      registers: [],
      collect() {
        this.set(watch.state === 'used' ? 1 : 0);
      },
    });
    this.lag = new Gauge({
      name: 'lintel_replica_lag_seconds',
      help: 'How far the replica was behind when it last answered.',
      registers: [],
      collect() {
        this.set(watch.lag);
      },
    });
    this.watch.start();
  }

  /**
   * Does `run`, whose statements that only read go to the replica where that is new enough: for
   * everybody, and with the last change of these contractors' people in it. `primary` is asked for
   * that change.
   */
  async reading<Result>(
    primary: Pool,
    contractors: readonly number[],
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { state } = this.watch;
    const floor = state === 'used' ? await this.#floorFor(primary, contractors) : null;
    if (floor === null) {
      this.reads.inc({ outcome: state === 'behind' ? 'behind' : 'away' });
      return run();
    }
    const reading: Reading = { floor };
    try {
      return await readings.during(reading, run);
    } finally {
      this.reads.inc({ outcome: reading.left ?? 'replica' });
      reading.left ??= 'over';
    }
  }

  async #floorFor(primary: Pool, contractors: readonly number[]): Promise<bigint | null> {
    // A primary that says nothing of its log may answer the report all the same.
    const positions = await readPositions(primary, contractors).catch(() => null);
    if (positions === null) return null;
    const newEnough = this.watch.newEnough ?? positions.now;
    return positions.changed > newEnough ? positions.changed : newEnough;
  }

  /**
   * Has the replica answer a statement of the report that is being read; null when the primary has
   * to, now and for the rest of the report. Nothing can be changed at a replica, so a statement
   * that failed there is repeated without harm. One that took too long is not.
   */
  async ask<Result>(
    statement: (client: PoolClient) => Promise<Result>,
  ): Promise<{ result: Result } | null> {
    const reading = readings.current;
    if (reading === undefined || reading.left !== undefined) return null;
    try {
      const client = await this.#caughtUp(reading.floor);
      if (client !== null) return { result: await releasing(client, () => statement(client)) };
      reading.left = 'behind';
    } catch (error) {
      if (errorOf(error).code === tooLong) throw error;
      reading.left = 'failed';
      this.#tell(error);
    }
    return null;
  }

  /** Where rows are copied from while the report is read from the replica; else null. */
  source(): ReplicaSource | null {
    const reading = readings.current;
    if (reading === undefined || reading.left !== undefined) return null;
    return {
      address: this.#options.address,
      floor: reading.floor,
      identity: this.watch.identity,
    };
  }

  async close(): Promise<void> {
    this.watch.stop();
    const { watching } = this.#options;
    await Promise.all([this.pool, watching.primary, watching.replica].map((one) => one.end()));
  }

  /** A connection whose server has come so far; null when none has, though it was waited a little. */
  async #caughtUp(floor: bigint): Promise<PoolClient | null> {
    const looks = this.watch.lag > hopeless ? 1 : again.looks;
    for (let look = 1; ; look += 1) {
      const client = await this.pool.connect();
      if ((this.#reached.get(client) ?? -1n) >= floor) return client;
      // Behind one address there may be several servers.
      const { isReplica, position, identity } = await readStanding(client).catch(
        (error: unknown) => {
          client.release(true);
          throw error;
        },
      );
      const isOurs = isReplica && identity === this.watch.identity;
      if (isOurs) this.#reached.set(client, position);
      if (isOurs && position >= floor) return client;
      client.release(!isOurs);
      if (look === looks) return null;
      await sleep(again.everyMs);
    }
  }

  #tell(error: unknown): void {
    const now = performance.now();
    if (now - this.#toldAt < tellEveryMs) return;
    this.#toldAt = now;
    this.#options.log.warn({ err: error }, 'the replica failed a report; the primary answers it');
  }
}

/** `query_canceled`: it ran for as long as a report's statement may. */
const tooLong = '57014';

async function releasing<Result>(client: PoolClient, run: () => Promise<Result>): Promise<Result> {
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}
