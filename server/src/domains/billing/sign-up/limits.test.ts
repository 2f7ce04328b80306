import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { cardNumbers, cardOf, planIds } from '../../../../test/sign-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let count = 0;
/** A try from an address, with a unique e-mail by default. */
function tryFrom(address: string, more: { email?: string; number?: string; planId?: number } = {}) {
  count += 1;
  const { email = `tries${count}@new.test`, number, planId = planIds.free } = more;
  const person = { firstName: 'Nora', lastName: 'Vale', email, phone: '3035550199' };
  const company = {
    companyName: `Office ${count}`,
    companyAddress: '1 Main Street, Denver, CO 80202',
  };
  const card = number === undefined ? {} : { card: cardOf(number) };
  const payload = { ...person, ...company, ...card, planId, token: `${'l'.repeat(40)}${count}` };
  return visitor(app).call('POST', '/sign-up', { remoteAddress: address, payload });
}

async function triesUntilRefused(
  one: () => ReturnType<typeof tryFrom>,
  most: number,
): Promise<number> {
  for (let tries = 1; tries <= most; tries += 1) if ((await one()).statusCode === 429) return tries;
  return most + 1;
}

test('an office behind one address can sign up more than ten companies in an hour', async () => {
  expect(await triesUntilRefused(() => tryFrom('10.20.0.1'), 12)).toBe(13);
});

test('trying card after card for one e-mail is stopped after ten', async () => {
  const token = `${'m'.repeat(40)}card`;
  const payload = {
    planId: planIds.pro,
    token,
    firstName: 'Nora',
    lastName: 'Vale',
    email: 'cards@new.test',
    phone: '3035550199',
    companyName: 'Cards',
    companyAddress: '1 Main Street, Denver, CO 80202',
    card: cardOf(cardNumbers.refused),
  };
  const one = () => visitor(app).call('POST', '/sign-up', { remoteAddress: '10.20.0.2', payload });
  expect(await triesUntilRefused(one, 12)).toBe(11);
});

test('trying e-mail after e-mail from one address is stopped after thirty', async () => {
  const probe = () => tryFrom('10.20.0.3', { planId: planIds.pro, number: cardNumbers.refused });
  expect(await triesUntilRefused(probe, 32)).toBe(31);
});

test('exhausting the calls for an e-mail affects only the caller’s network address', async () => {
  const email = 'wanted@new.test';
  expect(await triesUntilRefused(() => tryFrom('10.20.0.4', { email, planId: 6 }), 12)).toBe(11);
  expect((await tryFrom('10.20.0.5', { email })).statusCode).toBe(200);
});

test('a rejected call returns when to retry', async () => {
  const answer = await tryFrom('10.20.0.3');
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBe('3600');
  expect(answer.json().message).toContain('60 minutes');
});

test('an IPv6 network counts as one address', async () => {
  const email = 'wanted@ipv6.test';
  let host = 0;
  const one = (more: { email?: string; number?: string; planId?: number }) => () =>
    tryFrom(`2001:db8:9:9::${(host += 1).toString(16)}`, more);
  expect(await triesUntilRefused(one({ email, planId: 6 }), 12)).toBe(11);
  expect((await tryFrom('2001:db8:9:a::1', { email })).statusCode).toBe(200);
  expect(await triesUntilRefused(one({ planId: 6 }), 32)).toBe(21);
});

test('an address can try again after the hour', async () => {
  app.clock.pass(3601);
  expect((await tryFrom('10.20.0.3')).statusCode).toBe(200);
});

test('a call rejected by two limits returns when neither rejects it any more', async () => {
  const email = 'both@new.test';
  const fail = (more: { email?: string } = {}) => tryFrom('10.20.0.6', { planId: 6, ...more });
  await fail();
  app.clock.pass(3000);
  await fail({ email });
  // The address's hour is over and a new one begins; the e-mail's hour continues.
  app.clock.pass(700);
  for (let tries = 0; tries < 9; tries += 1) await fail({ email });
  for (let tries = 0; tries < 21; tries += 1) await fail();
  const answer = await fail({ email });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
});
