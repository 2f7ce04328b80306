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
