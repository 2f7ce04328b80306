import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';

let app: TestApp;
let brand: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  brand = await signedInAs(app, 'brand@demo.test');
});
afterAll(() => app.close());

const company = {
  companyName: 'Oak & Iron',
  companyAddress: '1 New Street',
  websiteUrl: 'oak.example',
};
const contractorOf = async (client: TestClient) => (await client.get('/user')).json().contractor;
const refused = async (fields: Record<string, string>): Promise<unknown> => {
  const answer = await brand.send('/contractor/102', fields);
  expect(answer.statusCode).toBe(422);
  return answer.json().fields;
};

test('the phone is saved on its own, with any separators [ACC-308] [ACC-420]', async () => {
  const before = await contractorOf(brand);
  expect(
    (await brand.send('/contractor/102', { id: '102', phone: '614-555-0199' })).json(),
  ).toEqual({
    message: 'Update successful!',
  });
  expect(await contractorOf(brand)).toEqual({ ...before, phone: '6145550199' });
});

test('a phone is required and has ten digits [ACC-307] [ACC-310]', async () => {
  expect(await refused({ phone: '' })).toEqual({ phone: 'This field is required.' });
  for (const phone of ['614555', '614555019', '61455501999', 'phone', '614555019a9'])
    expect(await refused({ phone }), phone).toEqual({ phone: 'Please enter a 10-digit number.' });
});

test('the company profile is saved on its own, the site’s URL with its scheme [ACC-318] [ACC-319] [ACC-421]', async () => {
  const { phone } = await contractorOf(brand);
  await brand.send('/contractor/102', { ...company, websiteUrl: ' oak .example ' });
  expect(await contractorOf(brand)).toMatchObject({
    ...company,
    websiteUrl: 'http://oak.example',
    phone,
  });
  await brand.send('/contractor/102', { ...company, websiteUrl: 'https://oak.example/a' });
  expect((await contractorOf(brand)).websiteUrl).toBe('https://oak.example/a');
});

test.each([
  [{ companyName: '' }, { companyName: 'This field is required.' }],
  [{ companyName: 'x'.repeat(241) }, { companyName: 'Enter 240 symbols maximum' }],
  [{ companyAddress: '' }, { companyAddress: 'This field is required.' }],
  [{ companyAddress: 'x'.repeat(251) }, { companyAddress: 'Enter 250 symbols maximum' }],
  [{ websiteUrl: 'not a url at all' }, { websiteUrl: 'The URL is not valid' }],
  [{ websiteUrl: `${'x'.repeat(125)}.com` }, { websiteUrl: 'Enter 128 symbols maximum' }],
])(
  'rejects %j [ACC-312] [ACC-313] [ACC-314] [ACC-315] [ACC-316] [ACC-317]',
  async (change, fields) => {
    expect(await refused({ ...company, ...change })).toEqual(fields);
  },
);

test("a contractor can’t read or change another contractor's profile", async () => {
  const pro = await signedInAs(app, 'pro@demo.test');
  expect((await pro.send('/contractor/102', company)).statusCode).toBe(404);
  const support = await signedInAs(app, 'support@demo.test');
  expect((await support.send('/contractor/102', company)).statusCode).toBe(403);
});

test('staff switched into the account can change it, and the audit log names both [ACC-056]', async () => {
  const admin = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
  expect((await admin.send('/contractor/102', { phone: '6145550111' })).statusCode).toBe(200);
  const { rows } = await app.deps.database.pool.query(
    `select actor_id, user_id, details from audit_log where action = 'contractor.profile-saved' order by id desc limit 1`,
  );
  expect(rows).toEqual([
    { actor_id: 1, user_id: 12, details: expect.objectContaining({ changed: ['phone'] }) },
  ]);
  const [entry] = (
    await (await signedInAs(app, 'admin@demo.test')).get('/manage/contractor/102/history')
  ).json().data;
  expect(entry).toMatchObject({
    text: 'Company profile saved',
    changes: [{ field: 'Phone', to: '6145550111' }],
  });
});

test('parallel changes are reported and not overwritten, and unsent fields keep the other editor’s values', async () => {
  const { companyName, companyAddress, websiteUrl } = await contractorOf(brand);
  const seen = JSON.stringify({ companyName, companyAddress, websiteUrl });
  const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(12);
  await staff.send('/contractor/102', { companyAddress: '9 Their Street', seen });
  const late = await brand.send('/contractor/102', {
    companyName,
    companyAddress: '2 My Street',
    websiteUrl,
    seen,
  });
  expect(late.statusCode).toBe(409);
  expect(late.json().message).toBe(
    'Someone else changed this while you were editing. Address is “9 Their Street” now. Nothing was saved.',
  );
  const other = await brand.send('/contractor/102', {
    companyName: 'Oak and Iron',
    companyAddress,
    websiteUrl,
    seen,
  });
  expect(other.statusCode).toBe(200);
  expect(await contractorOf(brand)).toMatchObject({
    companyName: 'Oak and Iron',
    companyAddress: '9 Their Street',
  });
});

test('the time zone follows the address until one is chosen', async () => {
  const zones = async () => {
    const { timeZone, effectiveTimeZone } = await contractorOf(brand);
    return [timeZone, effectiveTimeZone];
  };
  const save = (fields: Record<string, string>) => brand.send('/contractor/102', fields);
  await save({ companyAddress: '9 Palm Avenue, Honolulu, HI 96814' });
  expect(await zones()).toEqual(['', 'Pacific/Honolulu']);
  await save({ timeZone: 'America/Chicago' });
  expect(await zones()).toEqual(['America/Chicago', 'America/Chicago']);
  expect(await refused({ timeZone: 'Mars/Base' })).toHaveProperty('timeZone');
  await save({ timeZone: '', companyAddress: '1 New Street' });
  expect(await zones()).toEqual(['', app.deps.config.BUSINESS_TIME_ZONE]);
});
