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

test('staff keep views of the contractors, each their own', async () => {
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

test('a view of the same name takes the place of the old one, and one that is not wanted is deleted', async () => {
  const old = (await admin.post(views, view({ name: 'Mine' }))).json().view;
  const renewed = (await admin.post(views, view({ name: ' Mine ', order: '+companyName' }))).json()
    .view;
  expect(renewed).toMatchObject({ id: old.id, order: '+companyName' });
  expect((await admin.call('DELETE', `${views}/${old.id}`)).statusCode).toBe(200);
  expect(
    (await admin.get(views)).json().views.map(({ name }: { name: string }) => name),
  ).not.toContain('Mine');
});

test('a view without a name, of an unknown column or an unknown order is refused', async () => {
  for (const wrong of [
    { name: ' ' },
    { columns: ['shoeSize'] },
    { order: '+shoeSize' },
    { filters: { tier: 'Gold' } },
  ]) {
    expect((await admin.post(views, view(wrong))).statusCode).toBe(422);
  }
});

test('nobody keeps more views than there is room for', async () => {
  for (let at = 0; at < maxViews; at += 1) await support.post(views, view({ name: `View ${at}` }));
  expect((await support.post(views, view({ name: 'One more' }))).json().error).toBe('conflict');
  expect((await support.post(views, view({ name: 'View 1', order: '+email' }))).statusCode).toBe(
    200,
  );
});

test('staff choose the columns that they see, and those who have not chosen see all', async () => {
  expect((await admin.get(views)).json().columns).toEqual(contractorColumns);
  await admin.post('/manage/contractors/columns', { columns: ['paymentStatus', 'email'] });
  await admin.post('/manage/contractors/columns', { columns: ['paymentStatus', 'plan'] });
  expect((await admin.get(views)).json().columns).toEqual(['plan', 'paymentStatus']);
  expect((await support.get(views)).json().columns).toEqual(contractorColumns);
});

test('views are for staff with access to contractors alone', async () => {
  const mailer = await signedInAs(app, 'mailer@demo.test');
  expect((await mailer.get(views)).statusCode).toBe(403);
  expect((await mailer.post(views, view())).statusCode).toBe(403);
  expect((await mailer.post('/manage/contractors/columns', { columns: [] })).statusCode).toBe(403);
});
