import { hashSecret } from '../crypto/secrets.ts';
import type { CallCounter } from './counter.ts';

/**
 * Messages that may be caused to one address in a period: by one contractor, or staff, and by all
 * of them together.
 */
const hourly = { max: 10, seconds: 60 * 60 } as const;
const daily = { max: 30, seconds: 24 * 60 * 60 } as const;

/**
 * Counts a message to an address that a caller has typed, so that nobody uses the product to flood
 * a stranger. Throws `too_many_requests`.
 */
export async function countMailTo(
  counter: CallCounter,
  email: string,
  contractorId: number | null,
): Promise<void> {
  const address = hashSecret(email.trim().toLowerCase());
  await counter.take(`mail-to:${contractorId ?? 'staff'}:${address}`, hourly.max, hourly.seconds);
  await counter.take(`mail-to:${address}`, daily.max, daily.seconds);
}
