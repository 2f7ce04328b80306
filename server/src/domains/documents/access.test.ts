import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullDocument } from '@lintel/contract/documents/views';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';

let app: TestApp;
let desk: Desk;
let team: TestClient;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
  team = await signedInAs(app, 'team@demo.test');
  staff = await signedInAs(app, 'admin@demo.test');
  const { rows } = await run<{ id: number }>("select id from users where email = 'pro@demo.test'");
  await staff.switchInto(rows[0]?.id ?? 0);
});
afterAll(() => app.close());

const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  app.deps.database.pool.query<Row>(text, values);
const limitTo = (...sections: string[]) =>
  run(
    "update users set team_access = 'Limited', team_resources = $1 where email = 'team@demo.test'",
    [sections],
  );

/** The status codes of these calls: reading, writing, and sending to the customer. */
async function tried(client: TestClient, draft: FullDocument, sent: FullDocument) {
  const answers = await Promise.all([
    client.get(`/documents/${sent.id}`),
    client.get('/documents'),
    client.post('/documents', { kind: 'estimate', content }),
    client.post(`/documents/${draft.id}/send`, { version: draft.version }),
    client.post(`/documents/${sent.id}/link`, { action: 'renew' }),
  ]);
  const [one, list, write, send, renew] = answers.map(({ statusCode }) => statusCode);
  return { one, list, write, send, renew };
}

const paid = "update contractors set payment_status = 'Paid' where id = 101";
const states = [
  ['a paying contractor', paid],
  ['a canceled one', "update contractors set payment_status = 'Canceled' where id = 101"],
  [
    'one with a Free plan',
    `update contractors set payment_status = 'Paid', plan_id =
       (select id from plans where tier = 'Free' order by id limit 1) where id = 101`,
  ],
] as const;

test.each(states)(
  'a team user of %s can do with documents what the section and the plan allow',
  async (who, state) => {
    const { rows } = await run<{ plan: number }>(
      'select plan_id plan from contractors where id = 101',
    );
    await run(paid);
    const [draft, sent] = [await desk.write(), await desk.sent()];
    await run(state);
    try {
      const none = { one: 403, list: 403, write: 403, send: 403, renew: 403 };
      await limitTo('customers', 'reports-applications', 'co-branded');
      expect(await tried(team, draft, sent), 'without the section').toEqual(none);
      await limitTo('documents');
      const sees = { one: 200, list: 200 };
      const works = { ...sees, write: 200, send: 200, renew: 200 };
      const isPaying = who === 'a paying contractor';
      expect(await tried(team, draft, sent), 'with the section').toEqual(
        isPaying ? works : { ...none, ...sees },
      );
      // The plan doesn't limit staff who work for the contractor, but nothing is sent.
      if (!isPaying)
        expect(await tried(staff, draft, sent), 'switched staff').toEqual({
          ...works,
          send: 409,
          renew: 409,
        });
    } finally {
      await run("update contractors set payment_status = 'Paid', plan_id = $1 where id = 101", [
        rows[0]?.plan,
      ]);
    }
  },
);
