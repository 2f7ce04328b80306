import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { errorOf } from '../errors.ts';
import { isDatabaseAway } from './failures.ts';

/** `query_canceled`: it ran for as long as a report's statement may. */
const tooLong = '57014';
/** Milliseconds for which the primary answers everything after the replica was unreachable. */
const restMs = 10_000;

/**
 * A streaming replica that answers what reads much. It may be behind: nothing waits for it. Nothing
 * can be changed at a replica, so what fails there is repeated on the primary without harm.
 */
export class Replica {
  readonly reads = new Counter({
    name: 'lintel_replica_reads_total',
    help: 'Statements of reports by what became of them: answered by the replica, failed there and repeated on the primary, or sent to the primary because the replica was unreachable moments ago.',
    labelNames: ['outcome'],
    registers: [],
  });
  readonly #log: Logger;
  #restsUntil = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Does what asks the replica, or else `instead`, which asks the primary. */
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
      if (errorOf(error).code === tooLong) throw error;
      this.#fail(error);
      return instead();
    }
  }

  #fail(error: unknown): void {
    this.reads.inc({ outcome: 'failed' });
    // Another error is the statement's own, such as a conflict with the replay. Statements that run
    // at the same time fail together, and one warning is enough.
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
interface Both {
  primary: Pool;
  secondary: Pool;
}

/**
 * Has the replica answer single statements that only read. Transactions, and all that changes
 * something, stay on the primary.
 */
export function readingFrom(replica: Replica, { primary, secondary }: Both): Pool {
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

/** Connections for reading alone: to the replica, or else to the primary. */
export function connectingTo(replica: Replica, { primary, secondary }: Both): Pool {
  const toPrimary = primary.connect.bind(primary);
  const connect = (): Promise<PoolClient> => replica.read(() => secondary.connect(), toPrimary);
  return Object.assign(primary, { connect });
}
