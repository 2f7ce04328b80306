import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '@lintel/contract/core/map-values';
import { waitingAccess, type WaitingKey } from '@lintel/contract/dashboard';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  for (const text of somethingWaits) await app.deps.database.pool.query(text);
});
afterAll(() => app.close());

/** The list behind each figure of the home page: a figure without one is a type error. */
const lists: Record<WaitingKey, string> = {
  w9s: '/manage/w9?limit=100',
  runsToRelease: '/payout-run?limit=100&releasable=true',
  duePayouts: '/manage/payouts?limit=100&filters[state]=due',
  heldPayouts: '/manage/payouts?limit=100&filters[state]=held',
  failedPayments: '/manage/contractors?limit=100&filters[statusPayment]=Failed',
  accountsToCreate: '/manage/contractors?limit=100&accountToCreate=1',
  flaggedApplications: '/manage/flagged-applications?limit=100',
  guaranteeClaims: '/manage/guarantee-claims?limit=100&state=open',
  undeliveredEmails: '/manage/emails/failed?limit=75',
};

/** A pending item of every kind, and one of the same kind that isn't pending. */
const somethingWaits = [
  `update payouts set state = 'due', run_id = null where id in
     (select id from payouts where state = 'held' order by id limit 2)`,
  `insert into payout_runs (month, prepared_by, prepared_at, file_sealed) values
     ('2026-10-01', 4, now(), ''), ('2026-09-01', 1, now(), '')`,
  // A prepared run contains a payout that is due.
  `update payouts set state = 'due', run_id = (select max(id) from payout_runs) where id =
     (select max(id) from payouts where state = 'held')`,
  `insert into guarantee_claims
     (contractor_id, state, window_start, window_end, application_ids, opened_by, opened_at) values
     (101, 'open', now(), now(), '{}', 11, now()), (102, 'declined', now(), now(), '{}', 12, now())`,
  // One of them can't be resent.
  `insert into messages
     (channel, contractor_id, key, event, status, message_id, recipient, created_at, settled_at, anonymised_at)
     select 'email', 101, 'failed-' || n, 'reset-password', 'failed', n, 'someone@example.com', now(), now(),
       case when n = 3 then now() end from generate_series(1, 3) n`,
];

const waiting = async (): Promise<Record<WaitingKey, number | null>> =>
  (await admin.get('/manage/waiting')).json();

test.each(keysOf(waitingAccess))('the %s count matches the list that it opens', async (key) => {
  const answer = await admin.get(lists[key]);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data, total } = answer.json<{ data: unknown[]; total: number }>();
  expect(data).toHaveLength(total);
  expect((await waiting())[key]).toBe(total);
  expect(total).toBeGreaterThan(0);
});

test('counts due payouts only for staff who may prepare payouts', async () => {
  const counted = async (email: string) =>
    (await (await signedInAs(app, email)).get('/manage/waiting')).json().duePayouts;
  expect(await counted('payer@demo.test')).toBe((await waiting()).duePayouts);
  expect(await counted('support@demo.test')).toBeNull();
});
