import { BlockList, isIP } from 'node:net';
import type { Context } from '../../../platform/context.ts';
import { isSigned } from '../../../platform/crypto/secrets.ts';
import type { LenderRow } from '../repository.ts';
import { noteSecretUse, readSecretValues } from './secrets.ts';

interface SignedRequest {
  rawBody: string;
  signature: string | undefined;
  /** The caller's network address. */
  address: string;
}

/** Whether a request comes from the lender: by one of its secrets, and from its networks. */
export async function isFromLender(
  context: Context,
  lender: LenderRow,
  { rawBody, signature, address }: SignedRequest,
): Promise<boolean> {
  if (!isInNetworks(lender.networks, address)) return false;
  const now = context.clock.now();
  const secrets = await readSecretValues(context, lender);
  const used = secrets.find(({ value }) => isSigned(value, rawBody, signature, now));
  if (used === undefined) return false;
  if (used.id !== null) await noteSecretUse(context.db, used.id, now);
  return true;
}

/** Whether an address is in one of these networks; true without networks. */
export function isInNetworks(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [host = '', bits] = network.split('/');
    const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(host, family);
    else allowed.addSubnet(host, Number(bits), family);
  }
  return allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
