import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '@lintel/contract/core/map-values';
import { builtInEvents, type NotificationKey } from '@lintel/contract/emails/constants';
import { pushKinds } from '@lintel/contract/push/constants';
import { textKinds } from '@lintel/contract/texts/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { mailTo } from '../../../test/mail.ts';
import { events } from './catalog.ts';
import { notify } from './notify.ts';
import { notifyPeople } from './queue-jobs.ts';

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

type Event = 'application-step' | 'offers-received' | 'funding-received';

async function tell(event: Event, key: string): Promise<void> {
  const data = {
    application,
    company: { name: 'Summit' },
    link: 'http://localhost:3000/reports-applications',
  };
  const about = { kind: 'application', id: 1 } as const;
  await app.deps.database.db.transaction((tx) =>
    notify(tx, app.deps, { contractorId, event, key, about, data }),
  );
}

const eventsTold = async (): Promise<string[]> =>
  (await mailTo(app, 'pro@demo.test')).map(({ event }) => event);

test('lists the options with key and title in order [ACC-158] [ACC-159] [ACC-417]', async () => {
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

test('a user is notified of every step until choosing another option [ACC-160] [ACC-415] [ACC-416]', async () => {
  expect((await owner.get(path())).json()).toEqual({ option: { key: 'notify_every_step' } });
  const saved = await owner.post(path(), { id: ownerId, optionKey: 'do_not_notify' });
  expect(saved.json()).toEqual({ message: 'Update successful!' });
  expect((await owner.get(path())).json()).toEqual({ option: { key: 'do_not_notify' } });
  const wrong = await owner.post(path(), { id: ownerId, optionKey: 'sometimes' });
  expect(wrong.statusCode).toBe(422);
});

test("another account's choice isn't visible, and staff who switched see and change it", async () => {
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

test('the same event notifies a user once, even when its job runs twice', async () => {
  await owner.post(path(), { optionKey: 'notify_every_step' });
  const before = (await eventsTold()).length;
  await tell('offers-received', 'once');
  await tell('offers-received', 'once');
  await app.work();
  const handler = app.composed.jobs.find(({ job }) => job.id === notifyPeople.id);
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

test('the catalog has every built-in e-mail, and no text or push notification twice', () => {
  const queued = Object.values(events);
  const inSpanish = (email: string) => builtInEvents.filter((one) => one === `${email}-es`);
  const emails = queued.flatMap(({ email }) => [email, ...inSpanish(email)]);
  expect([...new Set(emails)].toSorted()).toEqual(builtInEvents.toSorted());
  const texts = queued.flatMap((event) => ('text' in event ? [event.text] : []));
  expect(texts.toSorted()).toEqual(keysOf(textKinds).toSorted());
  const pushes = queued.flatMap((event) => ('push' in event ? [event.push] : []));
  expect(pushes.toSorted()).toEqual(pushKinds.toSorted());
});
