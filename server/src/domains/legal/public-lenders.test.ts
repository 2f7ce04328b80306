import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../test/app.ts';
import { openLenders } from '../../../test/lenders.ts';
import { readServedStates } from './public-lenders.ts';

let app: TestApp;
let lenders: Awaited<ReturnType<typeof openLenders>>;
beforeAll(async () => {
  app = await createTestApp();
  lenders = await openLenders(app);
});
afterAll(async () => {
  lenders.close();
  await app.close();
});
beforeEach(() => lenders.reset());

/** Enters the provider's own list and its licenses. */
const enter = async (entered: object[], licenses: object[] = []) => {
  const admin = await signedInAs(app, 'admin@demo.test');
  const { provider } = (await admin.get('/manage/provider')).json();
  const answer = await admin.post('/manage/provider', {
    provider: { ...provider, lenders: entered, licenses },
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
const list = async (): Promise<string> => {
  const { body } = await visitor(app).call('GET', '/p/oak-and-iron/legal/lenders');
  const { provider } = JSON.parse(/json">(.*)<\/script>/.exec(body)?.[1] ?? 'null');
  return JSON.stringify(provider.lenders);
};
const served = () => readServedStates(app.deps.database.db);
const bank = { name: 'Keystone Home Credit', nmlsId: '9900101', website: '', states: [] };

test('the public list has active lenders after the entered ones, each once', async () => {
  await enter([bank]);
  await lenders.lender({ name: 'Harbor Bank', nmlsId: '55', phone: '5035550142' });
  await lenders.lender({ name: 'keystone home credit' });
  await lenders.lender({ name: 'Keystone', nmlsId: '9900101' });
  await lenders.lender({ name: 'Harbor', legalName: 'Harbor Bank' });
  await lenders.lender({ name: 'Hidden Bank', isListed: false });
  const paused = await lenders.lender({ name: 'Paused Bank' });
  await lenders.sql('update lenders set paused_at = now() where id = $1', [paused.id]);
  await lenders.lender({ name: 'Made-up Bank', connection: 'sandbox', url: '' });
  const shown = await list();
  expect(JSON.parse(shown)).toMatchObject([
    { name: 'Keystone Home Credit', nmlsId: '9900101', phone: '' },
    { name: 'Harbor Bank', nmlsId: '55', phone: '5035550142' },
  ]);
  for (const name of ['Hidden', 'Paused', 'Made-up']) expect(shown).not.toContain(name);
});

test('without any lender, the list is missing', async () => {
  await enter([]);
  const { statusCode } = await visitor(app).call('GET', '/p/oak-and-iron/legal/lenders');
  expect(statusCode).toBe(404);
  await lenders.lender({ name: 'First Bank' });
  expect(await list()).toContain('First Bank');
});

test('homeowners can apply where an entered or an active lender lends', async () => {
  const license = (state: string) => ({ state, number: '1', name: 'License' });
  await enter([{ ...bank, states: ['CO'] }]);
  expect(await served()).toEqual(['CO']);
  await lenders.lender({ states: ['OR', 'TX'], isListed: false });
  expect(await served()).toEqual(['CO', 'OR', 'TX']);
  await enter([{ ...bank, states: ['CO'] }], [license('CO'), license('TX')]);
  expect(await served()).toEqual(['CO', 'TX']);
  expect((await lenders.apply({ state: 'TX' })).id).toBeGreaterThan(0);
  // A network from the environment lends where its entered lenders do.
  await lenders.reset();
  await lenders.sql(
    `update lenders set archived_at = null, connection = 'webhook' where from_environment`,
  );
  expect(await served()).toEqual(['CO']);
  await lenders.lender({ states: [] });
  expect(await served()).toEqual(['CO', 'TX']);
});
