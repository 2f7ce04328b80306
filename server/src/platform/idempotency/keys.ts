import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from '@lintel/contract/core/errors';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { idempotencyHeader } from '@lintel/contract/core/idempotency';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { sign } from '../crypto/secrets.ts';
import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { idempotencyKeys } from '../tables.ts';

/** A call without a response for this long belongs to a dead process. */
const deadAfterMs = 120_000;
const retentionMs = 48 * 3_600_000;
/** The number and interval of a second call's checks for the first one's response. */
const looks = 40;
const lookEveryMs = 125;

/** A call's result, and whether it was replayed. */
export type Outcome = { result: unknown; replayed: boolean };

/**
 * Stores the first responses of calls with a key in the database, so that any web process can
 * replay them.
 */
export class IdempotencyKeys {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Runs `run` once for the call's key. A repeated call gets the first result or `AppError`; while
   * the first is still running, it waits about five seconds. Throws `idempotency_mismatch` for
   * another request with the same key, and `in_progress` after waiting. 5xx and temporary failures
   * free the key.
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
          result: toReplay({ status: stored.status, answer: stored.answer }),
          replayed: true,
        };
      }
      await sleep(lookEveryMs);
    }
    throw new AppError('in_progress');
  }

  /** Deletes responses older than 48 hours. */
  async sweep(): Promise<void> {
    await deleteKeysBefore(this.#db, new Date(this.#clock.now().getTime() - retentionMs));
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

/** Errors after which the call may be repeated. */
const puttingOff: readonly ErrorCode[] = ['too_many_requests', 'in_progress'];

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !puttingOff.includes(error.code);

function toReplay({ status, answer }: StoredAnswer): unknown {
  if (status === 200) return answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body of the `AppError` that was stored
  const { error, message, fields } = answer as ErrorBody;
  throw new AppError(error, { message, ...(fields && { fields }) });
}

/** The caller's key for an idempotent endpoint, or a random one. */
export function keyOf(
  request: FastifyRequest,
  spec: EndpointSpec,
): { key: string; given: boolean } {
  const key = spec.idempotent ? request.headers[idempotencyHeader] : undefined;
  return typeof key === 'string' ? { key, given: true } : { key: randomUUID(), given: false };
}

/**
 * The stored form of a call. The request's hash is keyed with a secret, so that stored data can't
 * reveal a card number, even by brute force.
 */
export function keyedCall(
  request: FastifyRequest,
  spec: EndpointSpec,
  key: string,
  secret: Uint8Array,
): KeyedCall {
  const { caller, params, query, body, receivedFiles } = request;
  const files = Object.entries(receivedFiles).map(([name, { bytes }]) => [
    name,
    createHash('sha256').update(bytes).digest('hex'),
  ]);
  const fingerprint = JSON.stringify([
    spec.name,
    caller?.user.id ?? null,
    params,
    query,
    body,
    files,
  ]);
  return {
    caller: caller
      ? `user:${caller.authenticated.id}`
      : `visitor:${sign(secret, `address ${request.address}`)}`,
    key,
    endpoint: spec.name,
    requestHash: sign(secret, fingerprint),
    userId: caller?.authenticated.id ?? null,
  };
}

/** A call's lookup: the caller, the key, and the request's hash. */
interface KeyedCall {
  caller: string;
  key: string;
  endpoint: string;
  requestHash: string;
  userId: number | null;
}

interface StoredAnswer {
  status: number;
  answer: unknown;
}

const isCall = ({ caller, key }: KeyedCall) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
/** A call that was taken over belongs to another process. */
const isMine = (call: KeyedCall, startedAt: Date) =>
  and(isCall(call), eq(idempotencyKeys.startedAt, startedAt), isNull(idempotencyKeys.status));

const isLeftBehind = (
  call: KeyedCall,
  deadSince: Date,
): SQL => sql`${idempotencyKeys.status} is null
  and ${idempotencyKeys.startedAt} < ${deadSince.toISOString()}::timestamptz
  and ${idempotencyKeys.endpoint} = ${call.endpoint} and ${idempotencyKeys.requestHash} = ${call.requestHash}`;

/**
 * Claims the key for a call that starts at `now`. Returns false when it is taken; takes over a call
 * without a response since before `deadSince`.
 */
async function claimKey(
  db: Database,
  call: KeyedCall,
  now: Date,
  deadSince: Date,
): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values({ ...call, startedAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { startedAt: now, userId: call.userId },
      setWhere: isLeftBehind(call, deadSince),
    })
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

async function readKey(db: Database, call: KeyedCall) {
  const [row] = await db.select().from(idempotencyKeys).where(isCall(call));
  return row ?? null;
}

async function storeAnswer(
  db: Database,
  call: KeyedCall,
  startedAt: Date,
  stored: StoredAnswer,
  now: Date,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ ...stored, endedAt: now })
    .where(isMine(call, startedAt));
}

async function freeKey(db: Database, call: KeyedCall, startedAt: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(isMine(call, startedAt));
}

async function deleteKeysBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.startedAt, moment));
}
