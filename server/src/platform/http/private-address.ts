import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks that aren't on the public internet: this machine, private networks, link-local addresses
 * with cloud metadata, multicast, and reserved ones (IANA special-purpose address registries).
 */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Whether an IP address isn't on the public internet; mapped IPv4 addresses count as IPv4. */
export const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A call to an address inside the provider's network that staff entered in the portal. */
export class PrivateAddress extends Error {}

const refuse = (host: string): PrivateAddress =>
  new PrivateAddress(`${host} is an address inside this network`);

/**
 * Resolves a name for a connection, and fails with `PrivateAddress` if any of its addresses is
 * private. The connection uses the checked addresses, so a name can't change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, address, family) => {
    if (error) return callback(error, address, family);
    const found = typeof address === 'string' ? [address] : address.map((one) => one.address);
    return found.some(isPrivateAddress)
      ? callback(refuse(hostname), address, family)
      : callback(null, address, family);
  });

/** Throws `PrivateAddress` for a URL with a private IP address as its host, which isn't looked up. */
export function requirePublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw refuse(host);
}
