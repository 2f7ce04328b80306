import { isRecord } from '@lintel/contract/core/narrow';
import { toError } from '../errors.ts';
import { constraintIn, isMachineAway } from './cluster/failures.ts';

/** Network errors that mean the server is unreachable. */
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's codes for temporary failures: connection failures (class 08), too many connections,
 * a full disk or memory, unreadable files, starting or stopping, read-only after a failover, a
 * statement timeout.
 */
const server = /^(08...|53[0-9A-Z]..|57P0[1-5]|57014|58030|25006)$/;

/** Messages of the PostgreSQL client, which has no codes. */
const client =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error means that the database is temporarily unavailable, so that a retry makes sense.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = toError(error);
  const isConnectionError = code !== undefined && (network.has(code) || server.test(code));
  // The socket of a local database is missing while it isn't running.
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  const parts = error instanceof AggregateError ? error.errors : [];
  return (
    isConnectionError ||
    noSocket ||
    client.test(message) ||
    isMachineAway(message) ||
    [error.cause, ...parts].some(isDatabaseAway)
  );
}

/** The unique constraint or index that a database error reports; null for any other error. */
export const brokenUnique = (error: unknown): string | null => brokenConstraint(error, '23505');

/** The foreign key that a database error reports: the referenced row doesn't exist. */
export const brokenForeignKey = (error: unknown): string | null => brokenConstraint(error, '23503');

function brokenConstraint(error: unknown, code: string): string | null {
  const { cause } = toError(error);
  if (!isRecord(cause) || cause['code'] !== code) return null;
  if (typeof cause['constraint'] === 'string') return cause['constraint'];
  return typeof cause['message'] === 'string' ? constraintIn(cause['message']) : null;
}

/**
 * Runs `work`, a whole transaction or a single statement, and throws `told()` when it violates the
 * unique index `constraint` (or any index whose name contains it): another caller was first.
 */
export async function unlessTaken<Result>(
  constraint: string,
  told: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw brokenUnique(error)?.includes(constraint) ? told() : error;
  }
}
