import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotificationKey } from '@lintel/contract/emails/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { notifyContractor, type ContractorNews } from './queue.ts';
import { tellContractor } from './queue-jobs.ts';

let app: TestApp;
let owner: TestClient;
let ownerId: number;
let contractorId: number;
beforeAll(async () => {
  app = await createTestApp();
  owner = await signedInAs(app, 'pro@demo.test');
  const { user } = (await owner.get('/user')).json();
  ({ id: ownerId, contractor: contractorId } = user);
});
afterAll(() => app.close());

const path = (id = ownerId): string => `/user/${id}/email-notification`;
const application = {
  name: 'Casey Nguyen',
  page: 'summit',
  step: 'Offers received',
  amount: '$9,000',
};

async function tell(event: ContractorNews['event'], key: string): Promise<void> {
  const deps = {
    clock: app.clock,
    mailKey: app.deps.keys.derive('mail payload'),
    mailDomain: 'localhost',
  };
  const data = {
    application,
    company: { name: 'Summit' },
    link: 'http://localhost:3000/reports-applications',
  };
  await app.deps.database.db.transaction((tx) =>
    notifyContractor(tx, deps, { contractorId, event, key, data }),
  );
}

const eventsTold = async (): Promise<string[]> =>
  (await mailTo(app, 'pro@demo.test')).map(({ event }) => event);

test('the options are listed with key and title in their order [ACC-158] [ACC-159] [ACC-417]', async () => {
  const { data } = (await owner.get('/notification/email')).json();
  expect(data.map(({ key }: { key: string }) => key)).toEqual([
    'notify_every_step',
    'notify_receive_offers',
    'notify_receive_funding',
    'do_not_notify',
  ]);
  for (const option of data)
    expect(option).toEqual({ key: expect.any(String), title: expect.any(String) });
});

test('a user is told of every step until another option is chosen [ACC-160] [ACC-415] [ACC-416]', async () => {
  expect((await owner.get(path())).json()).toEqual({ option: { key: 'notify_every_step' } });
  const saved = await owner.post(path(), { id: ownerId, optionKey: 'do_not_notify' });
  expect(saved.json()).toEqual({ message: 'Update successful!' });
  expect((await owner.get(path())).json()).toEqual({ option: { key: 'do_not_notify' } });
  const wrong = await owner.post(path(), { id: ownerId, optionKey: 'sometimes' });
  expect(wrong.statusCode).toBe(422);
});

test("another account's choice is not there, and staff who switched see and make it", async () => {
  const other = await signedInAs(app, 'free@demo.test').catch(() => null);
  const stranger = other ?? (await signedInAs(app, 'concierge@demo.test'));
  expect((await stranger.get(path())).statusCode).toBe(404);
  expect((await stranger.post(path(), { optionKey: 'do_not_notify' })).statusCode).toBe(404);
  const staff = await signedInAs(app, 'admin@demo.test');
  expect((await staff.get(path())).statusCode).toBe(404);
  await staff.switchInto(ownerId);
  expect((await staff.post(path(), { optionKey: 'notify_receive_offers' })).statusCode).toBe(200);
  expect((await staff.get(path())).json()).toEqual({ option: { key: 'notify_receive_offers' } });
});

test.each<[NotificationKey, string[]]>([
  ['notify_every_step', ['application-step', 'funding-received', 'offers-received']],
  ['notify_receive_offers', ['offers-received']],
  ['notify_receive_funding', ['funding-received']],
  ['do_not_notify', []],
])('with %s a user is told of %j', async (optionKey, expected) => {
  const before = await eventsTold();
  await owner.post(path(), { optionKey });
  for (const event of ['application-step', 'offers-received', 'funding-received'] as const)
    await tell(event, `${optionKey}:${event}`);
  const told = await eventsTold();
  expect(told.slice(0, told.length - before.length).toSorted()).toEqual(expected);
});

test('the same news tells a user once, also when its job runs twice', async () => {
  await owner.post(path(), { optionKey: 'notify_every_step' });
  const before = (await eventsTold()).length;
  await tell('offers-received', 'once');
  await tell('offers-received', 'once');
  await app.work();
  const handler = app.composed.jobs.find(({ job }) => job.id === tellContractor.id);
  await handler?.run({
    contractorId,
    event: 'offers-received',
    key: 'once',
    data: { application },
  });
  const mails = await mailTo(app, 'pro@demo.test');
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]).toMatchObject({ subject: 'Casey Nguyen received financing offers' });
  expect(mails[0]?.text).toContain('http://localhost:3000/reports-applications');
});
