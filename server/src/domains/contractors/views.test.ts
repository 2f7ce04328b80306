import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractorColumns, maxViews } from '@lintel/contract/contractors/manage-constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let admin: TestClient;
let support: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  support = await signedInAs(app, 'support@demo.test');
});
afterAll(() => app.close());

const views = '/manage/contractors/views';
const view = (change: object = {}) => ({
  name: 'Failed Pro',
  filters: { statusPayment: 'Failed', tier: 'Pro', statusW9: ['Pending', 'Rejected'] },
  columns: ['lead', 'email', 'lead'],
  order: '-registrationDate',
  ...change,
});

test('staff save their own views of the contractors', async () => {
  const saved = await admin.post(views, view());
  expect(saved.json().view).toMatchObject({
    name: 'Failed Pro',
    filters: {
      searchText: '',
      statusPayment: 'Failed',
      tier: 'Pro',
      statusW9: ['Pending', 'Rejected'],
      showDifferencesOnly: false,
    },
    columns: ['email', 'lead'],
    order: '-registrationDate',
  });
  expect((await admin.get(views)).json().views).toEqual([saved.json().view]);
  expect((await support.get(views)).json().views).toEqual([]);
  expect((await support.call('DELETE', `${views}/${saved.json().view.id}`)).statusCode).toBe(404);
});

test('saving a view under an existing name replaces it, and a view can be deleted', async () => {
  const old = (await admin.post(views, view({ name: 'Mine' }))).json().view;
  const renewed = (await admin.post(views, view({ name: ' Mine ', order: '+companyName' }))).json()
    .view;
  expect(renewed).toMatchObject({ id: old.id, order: '+companyName' });
  expect((await admin.call('DELETE', `${views}/${old.id}`)).statusCode).toBe(200);
  expect(
    (await admin.get(views)).json().views.map(({ name }: { name: string }) => name),
  ).not.toContain('Mine');
});

test('rejects a view without a name, or with an unknown column or order', async () => {
  for (const wrong of [
    { name: ' ' },
    { columns: ['shoeSize'] },
    { order: '+shoeSize' },
    { filters: { tier: 'Gold' } },
  ]) {
    expect((await admin.post(views, view(wrong))).statusCode).toBe(422);
  }
});

test('limits the number of saved views', async () => {
  for (let at = 0; at < maxViews; at += 1) await support.post(views, view({ name: `View ${at}` }));
  expect((await support.post(views, view({ name: 'One more' }))).json().error).toBe('conflict');
  expect((await support.post(views, view({ name: 'View 1', order: '+email' }))).statusCode).toBe(
    200,
  );
});

test('staff choose their columns, and see all by default', async () => {
  expect((await admin.get(views)).json().columns).toEqual(contractorColumns);
  await admin.post('/manage/contractors/columns', { columns: ['paymentStatus', 'email'] });
  await admin.post('/manage/contractors/columns', { columns: ['paymentStatus', 'plan'] });
  expect((await admin.get(views)).json().columns).toEqual(['plan', 'paymentStatus']);
  expect((await support.get(views)).json().columns).toEqual(contractorColumns);
});

test('views require staff with access to contractors', async () => {
  const mailer = await signedInAs(app, 'mailer@demo.test');
  expect((await mailer.get(views)).statusCode).toBe(403);
  expect((await mailer.post(views, view())).statusCode).toBe(403);
  expect((await mailer.post('/manage/contractors/columns', { columns: [] })).statusCode).toBe(403);
});
