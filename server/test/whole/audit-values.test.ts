import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../app.ts';

let app: TestApp;
let brand: TestClient;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  brand = await signedInAs(app, 'brand@demo.test');
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

/** The audit screen's values of the newest entry with an action. */
async function newest(action: string) {
  const { rows } = await app.deps.database.pool.query(
    'select id, details from audit_log where action = $1 order by id desc limit 1',
    [action],
  );
  const { changes } = (await admin.get(`/manage/audit/${rows[0].id}`)).json();
  return { changes, stored: JSON.stringify(rows[0].details) };
}
const userId = async (): Promise<number> => (await brand.get('/user')).json().user.id;

test('a changed name is recorded before and after', async () => {
  const id = await userId();
  const was = (await brand.get('/user')).json().user;
  const saved = await brand.post(`/user/${id}`, { firstname: 'Bramble', lastname: was.lastname });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await newest('user.profile-saved')).changes).toEqual([
    { field: 'First name', before: was.firstname, after: 'Bramble' },
  ]);
});

test('a sign-in e-mail is recorded partly masked', async () => {
  const id = await userId();
  const asked = await brand.post(`/user/${id}/update-email`, { email: 'someone.new@demo.test' });
  expect(asked.statusCode, asked.body).toBe(200);
  const { changes, stored } = await newest('user.email-change-asked');
  expect(changes).toEqual([
    { field: 'E-mail', before: 'br•••@demo.test', after: 'so•••@demo.test' },
  ]);
  expect(stored).not.toContain('someone.new');
});

test('changed bank details are recorded with the last four digits only', async () => {
  const stored = (await brand.get('/contractor/102/payout-tax')).json();
  const saved = await brand.post('/contractor/102/payout-tax', {
    accHolderName: stored.accHolderName,
    bankName: 'Other Bank',
    accountType: stored.accountType,
    routingNumber: stored.routingNumber,
    accNumber: '998877665544',
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const found = await newest('payout-method.saved');
  expect(found.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'Bank', after: 'Other Bank' }),
      {
        field: 'Account number',
        before: expect.stringMatching(/^•••• \d{4}$/),
        after: '•••• 5544',
      },
    ]),
  );
  expect(found.stored).not.toContain('99887766');
});

test("a team user's permissions are recorded before and after", async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  const { rows } = await app.deps.database.pool.query(
    "select id, firstname, lastname from users where email = 'team@demo.test'",
  );
  const [{ id, firstname, lastname }] = rows;
  const saved = await pro.post(`/contractor/101/team/user/${id}`, {
    firstname,
    lastname,
    contractorTeamAccess: { type: 'Limited', resourceCodes: ['customers'] },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await newest('team-user.changed')).changes).toEqual([
    {
      field: 'Sections',
      before: 'reports-applications, marketing-materials',
      after: 'customers',
    },
  ]);
});

test('chosen notifications are recorded before and after', async () => {
  const id = await userId();
  for (const optionKey of ['notify_receive_offers', 'do_not_notify'])
    await brand.post(`/user/${id}/email-notification`, { optionKey });
  expect((await newest('notification.chosen')).changes).toEqual([
    { field: 'Notifications', before: 'notify_receive_offers', after: 'do_not_notify' },
  ]);
});
