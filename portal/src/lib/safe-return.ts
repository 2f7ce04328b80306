/**
 * A path of the portal: segments of plain signs, none of them empty and none beginning with a dot.
 */
const ownPath = /^\/(?:\w[\w.~-]*(?:\/|$))*$/;
/** What may follow it: a query or a fragment without blanks, control characters and backslashes. */
const rest = /^(?:[?#][^\s\p{C}\\]*)?$/u;

/**
 * The address of this portal that somebody wants to come back to after signing in. It comes from
 * the address bar, so anybody may have written it: what is not plainly a path of the portal counts
 * as none. Call it where the address is used, because the router also hands out what a route's own
 * validation has left out.
 */
export function safeReturn(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  if (!ownPath.test(path) || !rest.test(address.slice(path.length))) return undefined;
  return /^\/login(?:\/|$)/i.test(path) ? undefined : address;
}
