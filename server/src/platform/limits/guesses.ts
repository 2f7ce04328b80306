import { networkOf } from '../http/caller-address.ts';
import type { CallCounter } from './counter.ts';

/** Invalid link codes, of all kinds of links, that one network may try per hour. */
const most = 60;

/**
 * Looks up a link's code; `look` throws, or returns undefined, for an invalid one. Throws
 * `too_many_requests` for a network that tried too many invalid codes, even when this one is valid:
 * otherwise the limit would only slow down guessing.
 */
export async function lookUpCode<Found>(
  counter: CallCounter,
  address: string,
  look: () => Promise<Found>,
): Promise<Found> {
  const key = `code-guesses:${networkOf(address)}`;
  // Counted before the lookup, so that concurrent tries don't share a count.
  await counter.take(key, most, 3600);
  const found = await look();
  if (found !== undefined) await counter.giveBack(key);
  return found;
}
