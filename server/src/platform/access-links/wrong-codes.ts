import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { toNetwork } from '../http/caller-address.ts';

/** Wrong codes, of all purposes, that one network may try per hour. */
const most = 60;

/**
 * Looks up a link by a code from `address`; `look` returns undefined or null, or throws an error with
 * status 404, for a wrong one. Throws `too_many_requests` for a wrong code above the limit. A valid code always
 * opens its link, so that guessing on a shared network locks out nobody else: codes have at least
 * 69 random bits, and the limits on all calls bound how many can be tried.
 */
export async function lookUpCode<Found>(
  { counter }: Pick<Context, 'counter'>,
  address: string,
  look: () => Promise<Found>,
): Promise<Found> {
  const count = (): Promise<void> => counter.take(`wrong-codes:${toNetwork(address)}`, most, 3600);
  const found = await look().catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 404) await count();
    throw error;
  });
  if (found === undefined || found === null) await count();
  return found;
}
