/**
 * Messages that Citus reports without a code when a machine fails: its own, or the connection's
 * error.
 */
const away =
  /^(failure on connection marked as essential: |could not establish any connections to the node |failed to send query to |SSL SYSCALL error: |SSL connection has been closed unexpectedly|server closed the connection unexpectedly|could not (?:receive data from|send data to) server: |connection not open)/;

/** Whether a database error means that a machine of the cluster is unavailable. */
export const isMachineAway = (message: string): boolean => away.test(message);

/** The constraint named in a message: Citus forwards the worker's message without its fields. */
export const constraintIn = (message: string): string | null =>
  /constraint "([^"]+)"/.exec(message)?.[1] ?? null;
