import { Secret } from 'otpauth';
import type { KnownCode } from '@lintel/contract/identity/factors';
import { seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { appKeyPurpose, appOf, contextOf, period, type FactorKeys } from './factors.ts';
import { confirmApp, findApp, keepNewApp } from './factor-repository.ts';

/** An account of the demonstration with the secret of its app, which everybody may know. */
export interface KnownApp {
  id: number;
  email: string;
  /** Base32. */
  appSecret: string;
}

/** Puts a known secret in use, for the demonstration. */
export async function keepKnownApp(
  tx: Database,
  keys: Keys,
  { id: userId, appSecret }: KnownApp,
  at: Date,
): Promise<void> {
  const secretSealed = seal(keys.derive(appKeyPurpose), appSecret, contextOf(userId));
  await keepNewApp(tx, { userId, nextSealed: secretSealed, createdAt: at });
  await confirmApp(tx, { userId, secretSealed, step: 0, at });
}

/**
 * What the apps of these accounts show: the first code that was not used and is good for a while.
 * An account whose app has another secret by now is left out, so nothing is told that not
 * everybody knows.
 */
export async function codesOfKnownApps(
  { db, clock, factors: keys }: { db: Database; clock: Clock; factors: FactorKeys },
  known: readonly KnownApp[],
): Promise<KnownCode[]> {
  const shown = known.map(async ({ id, email, appSecret }) => {
    const row = await findApp(db, id);
    const sealed = row?.confirmedAt ? row.secretSealed : null;
    if (sealed === null || unseal(keys.apps, sealed, contextOf(id)) !== appSecret) return [];
    const seconds = clock.now().getTime() / 1000;
    const now = Math.floor(seconds / period);
    // The one before now is right for as long as now lasts.
    const isBeforeGood = seconds % period < period / 2;
    const step = [...(isBeforeGood ? [now - 1] : []), now, now + 1].find(
      (one) => one > (row?.lastStep ?? 0),
    );
    const code =
      step === undefined
        ? null
        : appOf(keys, '', Secret.fromBase32(appSecret)).generate({
            timestamp: step * period * 1000,
          });
    return [{ email, code }];
  });
  return (await Promise.all(shown)).flat();
}
