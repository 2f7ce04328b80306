import { hashSecret } from '../../platform/crypto/secrets.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import type { SignUpDeps } from './sign-up-deps.ts';

const hour = 3600;
/** For one e-mail from one address: another card now and then, but not a list of stolen ones. */
const forEmail = 10;
/**
 * From one address, those that came to nothing: what asks many e-mails or tries many cards fails
 * often.
 */
const failed = 30;

/**
 * Counts a try to sign up. Calls from an address without success are few, so that nobody asks for
 * many e-mails or tries many cards; those that succeed may be as many as the endpoint takes,
 * because an office has one address. By address and e-mail together, so that nobody can use up
 * another's tries. Throws `too_many_requests`; the returned function says that the try went well.
 */
export async function countTry(
  { counter }: Pick<SignUpDeps, 'counter'>,
  { address, email }: { address: string; email: string },
): Promise<() => Promise<void>> {
  const from = networkOf(address);
  const key = `sign-up-failed:${from}`;
  await counter.takeAll([
    { key: `sign-up:${from}:${hashSecret(email.toLowerCase())}`, max: forEmail, seconds: hour },
    { key, max: failed, seconds: hour },
  ]);
  return () => counter.giveBack(key);
}
