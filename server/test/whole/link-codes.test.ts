import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createContractorCode } from '../../src/platform/crypto/contractor-secrets.ts';
import { createTestApp, signedInAs, type TestApp } from '../app.ts';

let app: TestApp;
let code: string;
beforeAll(async () => {
  app = await createTestApp();
  const pro = await signedInAs(app, 'pro@demo.test');
  const person = { name: 'Kim Homeowner', phone: '5125550977', email: 'kim@codes.example' };
  const sent = await pro.post('/links', { channel: 'share', ...person });
  code = /\/l\/([\w-]+)/.exec(sent.body)?.[1] ?? sent.body;
});
beforeEach(() => app.deps.database.pool.query('delete from call_counters'));
afterAll(() => app.close());

const open = (path: string, remoteAddress: string) =>
  app.app.inject({ method: 'GET', url: path, remoteAddress });

test.each(['l', 'd', 't'])(
  'rate-limits a network that guesses codes of /%s/, but opens correct ones, also from there',
  async (kind) => {
    const guesser = `198.51.100.${kind.charCodeAt(0)}`;
    const statuses: number[] = [];
    for (let round = 0; round < 61; round += 1) {
      // There is also a limit per minute for all codes.
      if (round === 55) app.clock.pass(61);
      statuses.push((await open(`/${kind}/${createContractorCode(1)}`, guesser)).statusCode);
    }
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
    expect((await open(`/l/${code}`, guesser)).statusCode).toBe(303);
    for (let round = 0; round < 3; round += 1)
      expect((await open(`/l/${code}`, '203.0.113.77')).statusCode).toBe(303);
  },
);

test('finds a sent link despite copied characters, and passes campaigns and the language on', async () => {
  for (const address of [`/l/${code}.`, `/L/${code}/`, `/l/${code}%20`, `/l/${code},?lang=es`])
    expect((await open(address, '203.0.113.78')).statusCode, address).toBe(303);
  const query = 'utm_source=mail&utm_campaign=fall&lang=es&secret=1';
  const { headers } = await open(`/l/${code}?${query}`, '203.0.113.78');
  const to = new URL(String(headers['location']));
  expect(Object.fromEntries(to.searchParams)).toEqual({
    source: 'share',
    utm_source: 'mail',
    utm_campaign: 'fall',
    lang: 'es',
  });
  expect(to.hash).toBe(`#link=${code}`);
});
