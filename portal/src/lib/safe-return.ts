/**
 * A path of the portal: segments of plain characters, none of them empty and none starting with a
 * dot.
 */
const ownPath = /^\/(?:\w[\w.~-]*(?:\/|$))*$/;
/** An optional query or fragment without white space, control characters, and backslashes. */
const rest = /^(?:[?#][^\s\p{C}\\]*)?$/u;

/**
 * The portal address to return to after signing in. It comes from the address bar, so anyone may
 * have written it: anything that isn't plainly a path of the portal counts as missing. Call it
 * where the address is used, because the router also exposes parameters that a route's validation
 * drops.
 */
export function safeReturn(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  if (!ownPath.test(path) || !rest.test(address.slice(path.length))) return undefined;
  return /^\/login(?:\/|$)/i.test(path) ? undefined : address;
}
