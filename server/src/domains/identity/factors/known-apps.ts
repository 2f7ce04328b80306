import { Secret } from 'otpauth';
import type { KnownCode } from '@lintel/contract/identity/factors';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { appKey, newTotp, period, sealedFor } from './factors.ts';
import { confirmApp, findApp, keepNewApp } from './repository.ts';

/** A demo account and its app's public secret. */
export interface KnownApp {
  id: number;
  email: string;
  /** Base32. */
  appSecret: string;
}

/** Activates a public secret, for the demo. */
export async function keepKnownApp(
  tx: Database,
  keys: Keys,
  { id: userId, appSecret }: KnownApp,
  at: Date,
): Promise<void> {
  const secretSealed = seal(appKey(keys), appSecret, sealedFor(userId));
  await keepNewApp(tx, { userId, nextSealed: secretSealed, createdAt: at });
  await confirmApp(tx, { userId, secretSealed, step: 0, at });
}

/**
 * Current codes of the known apps: the first unused one with enough time left. Leaves out accounts
 * whose app has a different secret now, so only public secrets are revealed.
 */
export async function knownCodes({
  db,
  clock,
  keys,
  knownApps = [],
}: Pick<Context, 'db' | 'clock' | 'keys' | 'knownApps'>): Promise<KnownCode[]> {
  const shown = knownApps.map(async ({ id, email, appSecret }) => {
    const row = await findApp(db, id);
    const sealed = row?.confirmedAt ? row.secretSealed : null;
    if (sealed === null || unseal(appKey(keys), sealed, sealedFor(id)) !== appSecret) return [];
    const seconds = clock.now().getTime() / 1000;
    const now = Math.floor(seconds / period);
    // The previous code stays valid as long as the current one.
    const isBeforeGood = seconds % period < period / 2;
    const step = [...(isBeforeGood ? [now - 1] : []), now, now + 1].find(
      (one) => one > (row?.lastStep ?? 0),
    );
    const code =
      step === undefined
        ? null
        : newTotp('', '', Secret.fromBase32(appSecret)).generate({
            timestamp: step * period * 1000,
          });
    return [{ email, code }];
  });
  return (await Promise.all(shown)).flat();
}
