import { createECDH } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';

/** This server's identity for push services (RFC 8292): its keys and a contact. */
export interface Vapid {
  publicKey: string;
  privateKey: string;
  subject: string;
}

const curve = 'prime256v1';

/** Both keys of a private one; null for a number that isn't on the curve. */
function parseKeyPair(privateKey: Uint8Array): Pick<Vapid, 'publicKey' | 'privateKey'> | null {
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(privateKey);
  } catch {
    return null;
  }
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey).toString('base64url'),
  };
}

/**
 * The configured keys, or keys derived from the portal's own key, which are the same in every
 * process without being stored.
 */
export function openVapid({ config, keys }: Pick<Context, 'config' | 'keys'>): Vapid {
  const subject = config.VAPID_SUBJECT ?? `mailto:${config.BRAND_SUPPORT_EMAIL}`;
  const privateKey = config.VAPID_PRIVATE_KEY;
  const pair =
    privateKey === undefined ? derived(keys) : parseKeyPair(Buffer.from(privateKey, 'base64url'));
  if (pair === null) throw new Error('Invalid setting: VAPID_PRIVATE_KEY is not a P-256 key');
  if (privateKey !== undefined && pair.publicKey !== config.VAPID_PUBLIC_KEY)
    throw new Error('Invalid setting: VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY');
  return { ...pair, subject };
}

/** One number in four billion isn't on the curve; then the next one is tried. */
function derived(keys: Keys): Pick<Vapid, 'publicKey' | 'privateKey'> {
  for (let turn = 0; ; turn += 1) {
    const pair = parseKeyPair(keys.derive(`web push ${turn}`));
    if (pair !== null) return pair;
  }
}
