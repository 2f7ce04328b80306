/** Where an embed stands, as it says: an address without query and fragment. */
export interface Place {
  origin: string;
  /** Host and path, as it is shown to the contractor. */
  site: string;
}

const longest = 200;

/** The place that an address names; null for anything but a plain web address. */
export function placeOf(address: string): Place | null {
  if (address.length > 2000 || !URL.canParse(address)) return null;
  const { protocol, origin, host, pathname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return null;
  if (!/^[a-z0-9.-]+(:\d+)?$/.test(host)) return null;
  return { origin, site: `${host}${pathname}`.slice(0, longest) };
}

/** `https://roofer.com` and `https://www.roofer.com` are one website to its owner. */
const twinOf = (origin: string): string =>
  origin.includes('://www.') ? origin.replace('://www.', '://') : origin.replace('://', '://www.');

/** The origins that may frame a contractor's widgets; null when none is listed, so that any may. */
export const allowedOrigins = (listed: readonly string[]): string[] | null =>
  listed.length === 0 ? null : [...new Set(listed.flatMap((origin) => [origin, twinOf(origin)]))];

/** Whether the widgets may be shown at `origin`; our own pages always may. */
export const mayShowAt = (
  origin: string,
  allowed: readonly string[] | null,
  ownOrigin: string,
): boolean => allowed === null || origin === ownOrigin || allowed.includes(origin);

/** The sources of `frame-ancestors` for these origins. */
export const ancestorsOf = (allowed: readonly string[] | null): string =>
  allowed === null ? '*' : ["'self'", ...allowed].join(' ');
