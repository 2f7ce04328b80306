import { allEndpoints } from '@lintel/contract/all';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestApp,
  shownBy,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';
import { Authenticator } from '../../../../test/passkeys.ts';
import { demoApps, demoPassword } from '../../../demo/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() =>
  app.deps.database.pool.query('truncate sign_in_failures, call_counters, spent_challenges'),
);

const tenMinutes = 10 * 60;

/** Signs in without answering step-up requests automatically. */
async function byHand(email: string): Promise<TestClient> {
  const client = await signedInAs(app, email);
  client.provesItself = false;
  return client;
}
const refusal = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];
const asked = [403, 'step_up_required'];

/** A sensitive action on the caller's own account that does no harm. */
const requestEmailChange = (client: TestClient, id: number) =>
  client.post(`/user/${id}/update-email`, { email: `new-${id}@example.test` });
const idOf = async (client: TestClient): Promise<number> => (await client.get('/user')).json().id;

describe('a sensitive action', () => {
  test('is allowed within ten minutes of signing in and requires step-up after that', async () => {
    const client = await byHand('brand@demo.test');
    const id = await idOf(client);
    expect((await requestEmailChange(client, id)).statusCode).toBe(200);
    app.clock.pass(tenMinutes - 1);
    expect((await requestEmailChange(client, id)).statusCode).toBe(200);
    app.clock.pass(1);
    const refused = await requestEmailChange(client, id);
    expect(refusal(refused)).toEqual(asked);
    expect(refused.json().message).toBe('Please confirm that it is you.');
  });

  test('accepts the password when there is no second factor, and counts wrong ones', async () => {
    const client = await byHand('brand@demo.test');
    const id = await idOf(client);
    app.clock.pass(tenMinutes);
    expect((await client.get('/user/proof')).json()).toEqual({ ways: [] });
    const wrong = await client.post('/user/proof/password', { password: 'Not-mine1' });
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      422,
      { password: "This isn't your password." },
    ]);
    expect(refusal(await requestEmailChange(client, id))).toEqual(asked);
    await client.post('/user/proof/password', { password: demoPassword });
    expect((await requestEmailChange(client, id)).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1)
      statuses.push(
        (await client.post('/user/proof/password', { password: 'Not-mine1' })).statusCode,
      );
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('requires a code when there is an app, instead of the password', async () => {
    const client = await byHand('payer@demo.test');
    app.clock.pass(tenMinutes);
    const prepare = () => client.post('/payout-run', { effectiveDate: '2030-01-02' });
    expect(refusal(await prepare())).toEqual(asked);
    expect((await client.get('/user/proof')).json()).toEqual({ ways: ['app'] });
    const byPassword = await client.post('/user/proof/password', { password: demoPassword });
    expect([byPassword.statusCode, byPassword.json().message]).toEqual([
      409,
      'This account has a second factor. Please confirm with it.',
    ]);
    const { appSecret } = demoApps.find(({ email }) => email === 'payer@demo.test') ?? fail();
    const code = shownBy(appSecret, app.clock.now());
    expect((await client.post('/user/proof/code', { code })).statusCode).toBe(200);
    expect(refusal(await prepare())).not.toEqual(asked);
    // A code works once.
    expect((await client.post('/user/proof/code', { code })).statusCode).toBe(422);
  });

  test('accepts a passkey response only for the session that requested it', async () => {
    const client = await byHand('concierge@demo.test');
    const id = await idOf(client);
    const authenticator = new Authenticator(new URL(app.deps.config.publicUrl).origin);
    const options = (await client.post(`/user/${id}/passkeys/options`)).json();
    const credential = authenticator.make(options);
    expect(
      (await client.post(`/user/${id}/passkeys`, { name: 'Key', credential })).statusCode,
    ).toBe(200);
    app.clock.pass(tenMinutes);
    expect(refusal(await requestEmailChange(client, id))).toEqual(asked);
    const other = visitor(app);
    other.provesItself = false;
    const forOther = (await other.post('/authentication/passkey/options')).json();
    const wrong = await client.post('/user/proof/passkey', {
      credential: authenticator.show(forOther),
    });
    expect(wrong.statusCode).toBe(422);
    const question = (await client.post('/user/proof/passkey/options')).json();
    const answer = await client.post('/user/proof/passkey', {
      credential: authenticator.show(question),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await requestEmailChange(client, id)).statusCode).toBe(200);
  });

  test('is confirmed for the requesting session only', async () => {
    const [one, two] = [await byHand('brand@demo.test'), await byHand('brand@demo.test')];
    const id = await idOf(one);
    app.clock.pass(tenMinutes);
    await one.post('/user/proof/password', { password: demoPassword });
    expect((await requestEmailChange(one, id)).statusCode).toBe(200);
    expect(refusal(await requestEmailChange(two, id))).toEqual(asked);
  });

  test('requires step-up when the clock was set back', async () => {
    const client = await byHand('brand@demo.test');
    const id = await idOf(client);
    app.clock.pass(-60);
    expect(refusal(await requestEmailChange(client, id))).toEqual(asked);
    app.clock.pass(60);
  });

  test('reveals nothing to callers without access', async () => {
    const client = await byHand('mailer@demo.test');
    app.clock.pass(tenMinutes);
    expect(refusal(await client.post('/payout-run', {}))).toEqual([403, 'access_denied']);
    expect((await visitor(app).post('/payout-run', {})).statusCode).toBe(401);
  });
});

test('bank details, W-9 forms, payouts, refunds, sign-in settings, and second factors require step-up', () => {
  const named = allEndpoints.flatMap((spec) => ('stepUp' in spec ? [spec.name] : []));
  expect(named.toSorted()).toEqual(
    expect.arrayContaining([
      'billing.refund',
      'identity.add-passkey',
      'identity.begin-app',
      'identity.begin-passkey',
      'identity.change-email',
      'identity.change-password',
      'identity.confirm-app',
      'identity.remove-app',
      'identity.remove-passkey',
      'identity.renew-recovery-codes',
      'identity.save-factor-rule',
      'payouts.cancel-run',
      'payouts.confirm-run',
      'payouts.prepare-run',
      'payouts.release-run',
      'payouts.return',
      'payouts.review-w9',
      'payouts.review-w9-preview',
      'payouts.review-w9-read',
      'payouts.run-file',
      'payouts.save-method',
      'payouts.save-settings',
      'payouts.submit-w9',
    ]),
  );
});
const fail = (): never => {
  throw new Error('There is no such account');
};
