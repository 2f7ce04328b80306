import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody, ErrorCode } from '@lintel/contract/core/errors';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import {
  claimKey,
  deleteKeysBefore,
  freeKey,
  readKey,
  storeAnswer,
  type KeyedCall,
  type StoredAnswer,
} from './key-repository.ts';

/** A call without an answer for so long was left by a process that died. */
const deadAfterMs = 120_000;
const keptMs = 48 * 3_600_000;
/** How often and how long a second call looks for the answer of the first. */
const looks = 40;
const lookEveryMs = 125;

/** How a call went, and whether this is the answer of an earlier one. */
export type Outcome = { result: unknown; replayed: boolean };

/**
 * Remembers the first answers of calls with a key, in the database, so that any web process replays
 * them.
 */
export class IdempotencyKeys {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Does `run` once for the call's key. A repeated call gets the first result, or the first
   * `AppError` again; while the first is under way it waits about five seconds. Throws
   * `idempotency_mismatch` for another request with the same key, `in_progress` after waiting. What
   * fails as 5xx, and what was only put off, frees the key.
   */
  async once(call: KeyedCall, run: () => Promise<unknown>): Promise<Outcome> {
    for (let look = 0; look < looks; look += 1) {
      const startedAt = this.#clock.now();
      if (await claimKey(this.#db, call, startedAt, new Date(startedAt.getTime() - deadAfterMs))) {
        return { result: await this.#first(call, startedAt, run), replayed: false };
      }
      const stored = await readKey(this.#db, call);
      if (
        stored &&
        (stored.requestHash !== call.requestHash || stored.endpoint !== call.endpoint)
      ) {
        throw new AppError('idempotency_mismatch');
      }
      if (stored && stored.status !== null) {
        return {
          result: replayOf({ status: stored.status, answer: stored.answer }),
          replayed: true,
        };
      }
      await sleep(lookEveryMs);
    }
    throw new AppError('in_progress');
  }

  /** Deletes the answers that are older than 48 hours. */
  async sweep(): Promise<void> {
    await deleteKeysBefore(this.#db, new Date(this.#clock.now().getTime() - keptMs));
  }

  async #first(call: KeyedCall, startedAt: Date, run: () => Promise<unknown>): Promise<unknown> {
    const result = await run().catch(async (error: unknown) => {
      if (isFinal(error))
        await this.#store(call, startedAt, { status: error.status, answer: error.toBody() });
      else await freeKey(this.#db, call, startedAt);
      throw error;
    });
    await this.#store(call, startedAt, { status: 200, answer: result });
    return result;
  }

  #store(call: KeyedCall, startedAt: Date, answer: StoredAnswer): Promise<void> {
    return storeAnswer(this.#db, call, startedAt, answer, this.#clock.now());
  }
}

/** What was only put off may be asked again. */
const puttingOff: readonly ErrorCode[] = ['too_many_requests', 'in_progress'];

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !puttingOff.includes(error.code);

function replayOf({ status, answer }: StoredAnswer): unknown {
  if (status === 200) return answer;
  const { error, message, fields } = answer as ErrorBody;
  throw new AppError(error, { message, ...(fields && { fields }) });
}
