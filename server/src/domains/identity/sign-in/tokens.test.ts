import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { AccessTokens, accessSeconds } from './tokens.ts';

const start = new Date('2027-03-01T12:00:00Z');
const key = randomBytes(32);

function tokensWithClock() {
  const at = { now: start };
  const tokens = new AccessTokens(key, { now: () => at.now });
  const after = (seconds: number): void => {
    at.now = new Date(start.getTime() + seconds * 1000);
  };
  return { tokens, after };
}

test('a token is valid until it expires, however often it was verified', async () => {
  const { tokens, after } = tokensWithClock();
  const token = await tokens.issue('a-session');
  for (const seconds of [0, 1, accessSeconds - 1]) {
    after(seconds);
    expect(await tokens.read(token)).toBe('a-session');
  }
  for (const seconds of [accessSeconds, accessSeconds + 1, accessSeconds * 100]) {
    after(seconds);
    expect(await tokens.read(token)).toBeNull();
  }
});

test('rejects a token that differs slightly from a verified one', async () => {
  const { tokens } = tokensWithClock();
  const token = await tokens.issue('a-session');
  expect(await tokens.read(token)).toBe('a-session');
  const [header = '', payload = '', signature = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ sid: 'b-session', exp: 4_000_000_000 }));
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const forged = [
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${other.toString('base64url')}.${signature}`,
    `${unsigned}.${payload}.`,
  ];
  for (const one of [...forged, ...forged]) expect(await tokens.read(one), one).toBeNull();
});

test('rejects a token with another key, without an expiry, or of no session', async () => {
  const { tokens } = tokensWithClock();
  const sign = (claims: object, by: Uint8Array = key): Promise<string> =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(by);
  const exp = start.getTime() / 1000 + 60;
  expect(await tokens.read(await sign({ sid: 'a-session', exp }))).toBe('a-session');
  for (const claims of [{ sid: 'a-session' }, { exp }, { sid: 7, exp }])
    expect(await tokens.read(await sign(claims)), JSON.stringify(claims)).toBeNull();
  expect(await tokens.read(await sign({ sid: 'a-session', exp }, randomBytes(32)))).toBeNull();
});
