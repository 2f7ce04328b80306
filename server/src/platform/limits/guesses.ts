import { networkOf } from '../http/caller-address.ts';
import type { CallCounter } from './counter.ts';

/** Codes that lead nowhere, of all kinds of links, that one network may try in an hour. */
const most = 60;

/**
 * Looks up what a link's code opens; `look` throws, or gives undefined, for one that opens nothing. Throws `too_many_requests` for a network that tried too many
 * codes that open nothing, also when this one is right: otherwise guessing would only slow down.
 */
export async function lookUpCode<Found>(
  counter: CallCounter,
  address: string,
  look: () => Promise<Found>,
): Promise<Found> {
  const key = `code-guesses:${networkOf(address)}`;
  // Counted before the search, so that tries at the same time don't share a count.
  await counter.take(key, most, 3600);
  const found = await look();
  if (found !== undefined) await counter.giveBack(key);
  return found;
}
