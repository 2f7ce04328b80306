import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender's normalized address. `request.ip` may hold any text that a proxy sent. */
    address: string;
  }
}

/** Whether a hop's claim about its client is trusted: hop 0 is the connecting one. */
export type Trust = (address: string, hop: number) => boolean;

/** Named ranges, as in proxies' documentation. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const mostHops = 20;

/**
 * The proxies that `TRUST_PROXY` trusts: none (`0`), the nearest ones by number, or a list of
 * addresses, networks, and named networks. Null for invalid text, and for a network that includes
 * every address.
 */
export function trustedProxies(setting: string): Trust | null {
  const text = setting.trim();
  if (/^\d{1,2}$/.test(text))
    return Number(text) <= mostHops ? (_address, hop) => hop < Number(text) : null;
  const list = new BlockList();
  for (const name of text.split(',').flatMap((part) => named[part.trim()] ?? [part.trim()])) {
    const [address = '', prefix] = name.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const longest = family === 'ipv6' ? 128 : 32;
    const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
    if (isIP(address) === 0 || bits < 1 || bits > longest) return null;
    list.addSubnet(address, bits, family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Normalizes an address from a proxy: removes port, brackets, quotes, and zone, and converts
 * IPv4-mapped IPv6 to IPv4. Null for anything else, such as `unknown` or a made-up name.
 */
export function readAddress(written: string): string | null {
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? plain ?? text).replace(/%.*$/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  // The canonical form: compressed, lowercase, a mapped address with its last two groups in
  // hexadecimal.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}

/**
 * A request's sender: the connecting address, or the one that the last trusted proxy reports. Each
 * proxy appends its client to the header, so anything before the last trusted entry is an untrusted
 * claim. When a proxy reports no valid address, the proxy itself counts as the caller.
 */
export function callerAddress(message: IncomingMessage, trusts: Trust): string {
  const forwarded = [message.headers['x-forwarded-for'] ?? []].flat().join(',');
  const named = forwarded === '' ? [] : forwarded.split(',').toReversed();
  let caller = readAddress(message.socket.remoteAddress ?? '') ?? '0.0.0.0';
  for (const [hop, written] of named.entries()) {
    const before = readAddress(written);
    if (before === null || !trusts(caller, hop)) break;
    caller = before;
  }
  return caller;
}

/**
 * The rate-limit key: an IPv4 address, or the /64 network of an IPv6 one, because a single caller
 * has 2^64 of those.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  return `${[...groups, ...between, ...after].slice(0, 4).join(':')}::/64`;
}

const thisMachine = trustedProxies('loopback') ?? (() => false);

/**
 * Whether an address doesn't identify the caller: this machine, or a proxy on it that isn't
 * trusted.
 */
export const isAnybody = (address: string): boolean => thisMachine(address, 0);

/** Headers that proxies add. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|x-proxy.*|x-envoy-.*|x-amzn-.*|x-azure-.*|x-arr-.*|true-client-ip|fastly-.*|cf-.*|cdn-loop)$/;

/**
 * Whether this machine sent the request: over the loopback interface, to a loopback name, and
 * through no proxy. The name check blocks other websites whose name resolves to this machine.
 */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const sender = readAddress(socket.remoteAddress ?? '');
  return (
    sender !== null &&
    thisMachine(sender, 0) &&
    isLoopbackName((headers.host ?? '').replace(/:\d+$/, '')) &&
    !Object.keys(headers).some((name) => proxyHeaders.test(name))
  );
}

/** Whether a host name can only be this machine. */
export const isLoopbackName = (name: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(name);
