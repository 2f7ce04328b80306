/** How the network says that a server cannot be reached. */
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
 * How PostgreSQL says that it cannot serve at the moment: a connection that failed (class 08), one
 * too many, a disk or a memory that is full, files that cannot be read, a server that starts or
 * stops, one that may only read after a change-over, a statement that took too long.
 */
const server = /^(08...|53[0-9A-Z]..|57P0[1-5]|57014|58030|25006)$/;

/** How the database's own client says it, which gives no codes. */
const client =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error says that the database is not there for us at the moment, and trying again later
 * makes sense.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const said = code !== undefined && (network.has(code) || server.test(code));
  // The socket of a database on this machine is missing while it is not running.
  const noSocket = code === 'ENOENT' && syscall === 'connect';
  const parts = error instanceof AggregateError ? error.errors : [];
  return said || noSocket || client.test(message) || [error.cause, ...parts].some(isDatabaseAway);
}

/**
 * The name of the unique constraint or index that an error of the database says was broken; null
 * for any other error.
 */
export function brokenUnique(error: unknown): string | null {
  const { cause } = error as { cause?: { code?: unknown; constraint?: unknown } };
  return cause?.code === '23505' && typeof cause.constraint === 'string' ? cause.constraint : null;
}

/**
 * Does `work`, a whole transaction or a single statement, and throws what `told` makes when another
 * one was first: the database decides who gets what only one can have. `constraint` is the name of
 * the unique index, or what the names of several have in common.
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
