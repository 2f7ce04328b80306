import { once } from 'node:events';
import { createServer as createProxy, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { composeDomains, registerDomains } from '../../app.ts';
import { toNetwork, readAddress } from './caller-address.ts';
import { createServer } from './server.ts';

/** The caller's address for a request from `sender` with this header. */
async function callerOf(
  trustProxy: string,
  forwardedFor: string | undefined,
  sender = '127.0.0.1',
): Promise<string> {
  const app = await createServer({ logger: pino({ level: 'silent' }), trustProxy });
  app.get('/', async ({ address }) => address);
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return (await app.inject({ url: '/', headers, remoteAddress: sender })).body;
}

test('without a trusted proxy, the caller is the connecting address, whatever the header claims', async () => {
  expect(await callerOf('0', '9.9.9.9', '203.0.113.7')).toBe('203.0.113.7');
  expect(await callerOf('0', undefined, '::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(await callerOf('loopback', '9.9.9.9', '203.0.113.7')).toBe('203.0.113.7');
});

test('trusts one proxy about its own client, but not about earlier claims', async () => {
  for (const trust of ['1', 'loopback', '127.0.0.1', '10.0.0.0/8, loopback']) {
    expect(await callerOf(trust, '9.9.9.9, 198.51.100.7')).toBe('198.51.100.7');
    expect(await callerOf(trust, '198.51.100.7')).toBe('198.51.100.7');
    expect(await callerOf(trust, undefined)).toBe('127.0.0.1');
  }
});

test("with several proxies, by number or list, the caller is the furthest one's client", async () => {
  expect(await callerOf('2', '9.9.9.9, 198.51.100.7, 10.0.0.2')).toBe('198.51.100.7');
  expect(await callerOf('2', '198.51.100.7')).toBe('198.51.100.7');
  expect(await callerOf('loopback,uniquelocal', '9.9.9.9, 198.51.100.7, 10.0.0.2')).toBe(
    '198.51.100.7',
  );
  expect(await callerOf('2001:db8::/32', '9.9.9.9, 198.51.100.7, 2001:db8::9', '2001:db8::5')).toBe(
    '198.51.100.7',
  );
  expect(await callerOf('10.0.0.0/8', '198.51.100.7', '::ffff:10.1.2.3')).toBe('198.51.100.7');
});

test('reads addresses in every format of proxies, and falls back to the proxy for invalid ones', async () => {
  const forms: [string, string | null][] = [
    ['1.2.3.4', '1.2.3.4'],
    [' 1.2.3.4:5555 ', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:DB8:0:0::1]', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['fe80::1%eth0', 'fe80::1'],
    ...[
      '',
      'unknown',
      '_hidden',
      '_gazonk:1',
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.4:',
      '1.2.3.4:x',
      '999.1.1.1',
      '01.2.3.4',
      '0x7f.1',
      '::1::',
      '[::1',
      "1.2.3.4'; --",
    ].map((text): [string, null] => [text, null]),
  ];
  for (const [text, address] of forms) expect([text, readAddress(text)]).toEqual([text, address]);
  for (const name of ['unknown', '_hidden', '', 'x'.repeat(5000)]) {
    expect(await callerOf('1', `9.9.9.9, ${name}`)).toBe('127.0.0.1');
    expect(await callerOf('2', `9.9.9.9, ${name}, 198.51.100.7`)).toBe('198.51.100.7');
  }
});

test('rate limits group IPv6 addresses by network, and count IPv4 addresses individually', () => {
  expect(toNetwork('198.51.100.7')).toBe('198.51.100.7');
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'])
    expect(toNetwork(address)).toBe('2001:db8:1:2::/64');
  expect([toNetwork('2001:db8::1'), toNetwork('::1'), toNetwork('2001:db8::')]).toEqual([
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    '2001:db8:0:0::/64',
  ]);
});

/** Password attempts are limited by address: `contract` allows 100 per quarter hour. */
const signInsOfAnAddress = 100;
let world: TestApp;
const closing: (() => Promise<unknown> | void)[] = [];
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await world.close();
});

/**
 * The product behind `count` proxies, each of which appends its client to the header, as nginx and
 * load balancers do.
 */
async function behindProxies(count: number): Promise<number> {
  const app = await createServer({ logger: pino({ level: 'silent' }), trustProxy: String(count) });
  await registerDomains(app, composeDomains(world.deps));
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  let port = (app.server.address() as AddressInfo).port;
  for (let made = 0; made < count; made += 1) port = await startProxy(port);
  return port;
}

async function startProxy(port: number): Promise<number> {
  const proxy = createProxy((incoming, outgoing) => {
    const heard = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
      .filter(Boolean)
      .join(', ');
    const headers: IncomingHttpHeaders = { ...incoming.headers, 'x-forwarded-for': heard };
    const passed = ask({ port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return (proxy.address() as AddressInfo).port;
}

test.each([1, 2])(
  'behind %i appending proxies, a caller with forged addresses hits their own limit',
  async (count) => {
    const port = await behindProxies(count);
    const claims = ['10.2.0.1', 'unknown', '[2001:db8::7]:443', '1.2.3.4:5555'];
    const attempt = async (at: number): Promise<number> => {
      const body = new URLSearchParams({
        username: `nobody-${count}-${at}@example.com`,
        password: 'Wrong-guess1',
      });
      const headers = {
        'x-forwarded-for': claims[at % claims.length]?.replace('0.1', `${at}.1`) ?? '',
      };
      return (
        await fetch(`http://127.0.0.1:${port}/api/v1/authentication`, {
          method: 'POST',
          body,
          headers,
        })
      ).status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < 130; at += 1) statuses.push(await attempt(at));
    expect(statuses.filter((status) => ![401, 429].includes(status))).toEqual([]);
    expect(statuses.slice(signInsOfAnAddress)).toEqual(Array.from({ length: 30 }, () => 429));
    world.clock.pass(3600);
  },
  240_000,
);

test('an odd proxy header is stored as an address and never rejects a request', async () => {
  const app = await createServer({ logger: pino({ level: 'silent' }), trustProxy: '1' });
  await registerDomains(app, composeDomains(world.deps));
  closing.push(() => app.close());
  for (const [written, kept] of [
    ['198.51.100.8:5555', '198.51.100.8'],
    ['[2001:db8::8]:443', '2001:db8::8'],
    ['unknown', '127.0.0.1'],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/authentication',
      payload: { username: 'pro@demo.test', password: 'Demo-pass1' },
      headers: { 'x-forwarded-for': written },
    });
    expect(answer.statusCode).toBe(200);
    const { rows } = await world.deps.database.pool.query(
      `select host(address) as address from audit_log where action = 'session.started' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ address: kept }]);
  }
});
