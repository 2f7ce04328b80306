import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { toError } from '../errors.ts';
import { isDatabaseAway } from './failures.ts';

/** `query_canceled`: the statement exceeded the report timeout. */
const tooLong = '57014';
/** Milliseconds for which the primary answers everything after the replica was unreachable. */
const restMs = 10_000;

/**
 * A streaming replica for heavy reads. It may lag: nothing waits for it. A replica is read-only, so
 * failed statements can be repeated on the primary safely.
 */
export class Replica {
  readonly reads = new Counter({
    name: 'lintel_replica_reads_total',
    help: 'Report statements by outcome: answered by the replica, failed there and repeated on the primary, or sent to the primary because the replica was unreachable moments ago.',
    labelNames: ['outcome'],
    registers: [],
  });
  readonly #log: Logger;
  #restsUntil = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Runs `ask` on the replica, or else `instead` on the primary. */
  async read<Result>(ask: () => Promise<Result>, instead: () => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#restsUntil) {
      this.reads.inc({ outcome: 'away' });
      return instead();
    }
    try {
      const result = await ask();
      this.reads.inc({ outcome: 'replica' });
      return result;
    } catch (error) {
      if (toError(error).code === tooLong) throw error;
      this.#fail(error);
      return instead();
    }
  }

  #fail(error: unknown): void {
    this.reads.inc({ outcome: 'failed' });
    // Other errors belong to the statement, such as a conflict with the replay. Concurrent
    // statements fail together, and one warning is enough.
    if (!isDatabaseAway(error) || performance.now() < this.#restsUntil) return;
    this.#restsUntil = performance.now() + restMs;
    this.#log.warn(
      { err: error },
      'the replica is unreachable; the primary answers for ten seconds',
    );
  }
}

const isRead = (statement: unknown): boolean =>
  typeof statement === 'string'
    ? /^\s*(select|with)\b/i.test(statement)
    : typeof statement === 'object' &&
      statement !== null &&
      'text' in statement &&
      isRead(statement.text);

/** Connections to the primary, and as many to its replica. */
interface PoolPair {
  primary: Pool;
  secondary: Pool;
}

/**
 * Routes single read-only statements to the replica. Transactions and writes stay on the primary.
 */
export function readingFrom(replica: Replica, { primary, secondary }: PoolPair): Pool {
  const onPrimary = primary.query.bind(primary);
  const query = (...given: unknown[]): unknown => {
    const instead = (): Promise<unknown> => Reflect.apply(onPrimary, primary, given);
    if (typeof given.at(-1) === 'function' || !isRead(given[0])) return instead();
    return replica.read(
      (): Promise<unknown> => Reflect.apply(secondary.query, secondary, given),
      instead,
    );
  };
  return Object.assign(primary, { query });
}

/** Read-only connections: to the replica, or else to the primary. */
export function connectingTo(replica: Replica, { primary, secondary }: PoolPair): Pool {
  const toPrimary = primary.connect.bind(primary);
  const connect = (): Promise<PoolClient> => replica.read(() => secondary.connect(), toPrimary);
  return Object.assign(primary, { connect });
}
