import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lead } from '@lintel/contract/leads/lead';
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

let last = 0;
/** A lead with unique contact data. */
const fresh = (change: object = {}) => {
  last += 1;
  return {
    firstName: 'Lena',
    lastName: 'Marsh',
    phone: `70255501${String(last).padStart(2, '0')}`,
    email: `lena.marsh.${last}@example.com`,
    companyName: `Marsh Masonry ${last}`,
    leadSource: 'Website',
    leadFirstTouch: 'Search engine',
    isAssignOwner: false,
    ...change,
  };
};
const create = async (form: object, client = admin) =>
  (await client.post('/manage/lead', form)).json();
const contractorOf = async (leadId: number) =>
  (await app.deps.database.pool.query('select * from contractors where lead_id = $1', [leadId]))
    .rows[0];

describe('staff who enter a lead', () => {
  test('create an Unpaid contractor without a user, with the lead’s id [ADM-188] [ADM-412] [ADM-414] [ADM-415]', async () => {
    const form = new URLSearchParams({
      firstName: 'Lena',
      lastName: 'Marsh',
      phone: '7025550100',
      email: 'lena@marsh.example',
      companyName: 'Marsh Masonry',
      leadSource: 'Website',
      leadFirstTouch: 'Search engine',
      isAssignOwner: 'false',
      partnerId: '101',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await admin.call('POST', '/manage/lead', { payload: form.toString(), headers });
    expect(answer.statusCode).toBe(200);
    const made = answer.json();
    expect(made).toEqual({
      message: 'Lead created and assigned to Avery Quinn.',
      leadId: expect.any(Number),
      companyName: 'Marsh Masonry',
      leadUrl: `http://localhost:3000/manage/leads/${made.leadId}`,
      leadOwner: 'Avery Quinn',
    });
    expect(await contractorOf(made.leadId)).toMatchObject({
      company_name: 'Marsh Masonry',
      first_name: 'Lena',
      last_name: 'Marsh',
      phone: '7025550100',
      email: 'lena@marsh.example',
      owner_id: null,
      plan_id: null,
      payment_status: 'Unpaid',
      partner_id: 101,
      referral_id: null,
    });
    const shown = lead.parse((await admin.get(`/manage/leads/${made.leadId}`)).json());
    expect(shown).toMatchObject({
      leadSource: 'Website',
      leadFirstTouch: 'Search engine',
      owner: { fullName: 'Avery Quinn' },
      program: 'Partner',
      partner: { id: 101, companyName: 'Summit Roofing LLC' },
      createdBy: 'Avery Quinn',
      crm: { connected: false, tookAt: null },
    });
  });

  test('can enter a phone with dashes and a country code; ten digits are stored [ADM-189]', async () => {
    const { leadId } = await create(fresh({ phone: '+1 (702) 555-0999' }));
    expect((await contractorOf(leadId)).phone).toBe('7025550999');
    const short = await admin.post('/manage/lead', fresh({ phone: '702555' }));
    expect(short.json().fields).toEqual({ phone: 'Please enter a 10-digit number.' });
  });

  test('name either a referral or a partner, never both [ADM-188]', async () => {
    const { leadId } = await create(fresh({ referralId: 102 }));
    expect(await contractorOf(leadId)).toMatchObject({ partner_id: null, referral_id: 102 });
    const both = await admin.post('/manage/lead', fresh({ partnerId: 101, referralId: 102 }));
    expect(both.statusCode).toBe(422);
    expect(both.json().fields).toHaveProperty('referralId');
    const unknown = await admin.post('/manage/lead', fresh({ partnerId: 99_999 }));
    expect(unknown.json().fields).toEqual({ partnerId: 'There is no contractor with this ID.' });
  });

  test('must enter an e-mail or a phone, and a showing source', async () => {
    const none = await admin.post('/manage/lead', fresh({ phone: '', email: '', leadSource: '' }));
    expect(none.json().fields).toEqual({
      phone: 'This field is required if E-mail is not provided.',
      email: 'This field is required if Phone is not provided.',
      leadSource: 'This field is required.',
    });
    expect((await admin.post('/manage/lead', fresh({ phone: '' }))).statusCode).toBe(200);
    expect((await admin.post('/manage/lead', fresh({ email: '' }))).statusCode).toBe(200);
    const hidden = await admin.post('/manage/lead', fresh({ leadSource: 'Fax' }));
    expect(hidden.json().fields).toEqual({ leadSource: "This lead source isn't available." });
    const touch = await admin.post('/manage/lead', fresh({ leadFirstTouch: 'Nowhere' }));
    expect(touch.json().fields).toEqual({ leadFirstTouch: "This first touch isn't available." });
  });

  test('get the existing lead for a known e-mail, phone, or company, and nothing changes [ADM-415]', async () => {
    const first = fresh();
    const { leadId } = await create(first);
    const same = [
      [{ email: first.email.toUpperCase() }, 'e-mail', first.email.toUpperCase()],
      [{ phone: first.phone }, 'phone number', first.phone],
      [
        { companyName: ` ${first.companyName.toLowerCase()}` },
        'company name',
        first.companyName.toLowerCase(),
      ],
    ] as const;
    for (const [change, word, field] of same) {
      const answer = await admin.post('/manage/lead', fresh(change));
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        error: 'already_exists',
        message: `A lead with this ${word} already exists.`,
        field,
        leadId,
        companyName: first.companyName,
      });
    }
    const signedUp = await create(fresh({ email: 'pro@demo.test' }));
    expect(signedUp).toMatchObject({
      leadId: null,
      leadUrl: null,
      companyName: 'Summit Roofing LLC',
    });
  });

  test('create one lead when they enter it in parallel', async () => {
    const one = fresh();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_none, index) =>
        create(
          { ...one, ...(index % 2 === 0 ? { email: '' } : { phone: '' }) },
          index % 3 === 0 ? support : admin,
        ),
      ),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
  });

  test('don’t create a second lead when a call is repeated', async () => {
    const headers = { 'idempotency-key': 'one-lead' };
    const form = fresh();
    const [first, again] = [
      await admin.post('/manage/lead', form, { headers }),
      await admin.post('/manage/lead', form, { headers }),
    ];
    expect(again.json()).toEqual(first.json());
    expect(again.json().error).toBeUndefined();
  });

  test('choose the owner, by default themselves', async () => {
    expect((await create(fresh({ ownerId: 2 }))).leadOwner).toBe('Theo Marsh');
    expect((await create(fresh({ ownerId: 0 }))).leadOwner).toBe('');
    expect((await create(fresh(), support)).leadOwner).toBe('Sam Porter');
    expect((await admin.post('/manage/lead', fresh({ ownerId: 77 }))).json().fields).toHaveProperty(
      'ownerId',
    );
  });

  test('trigger one e-mail to the provider’s recipients', async () => {
    const form = fresh({ companyName: 'Brook & Sons' });
    const { leadId } = await create(form);
    const { rows } = await app.deps.database.pool.query(
      `select m.event from messages m join contractors c on c.id = m.contractor_id where c.lead_id = $1 and m.channel = 'email'`,
      [leadId],
    );
    expect(rows).toEqual([{ event: 'lead-created' }]);
  });
});

describe('the lead’s page', () => {
  test('also shows imported leads, and returns not found for other numbers', async () => {
    expect((await admin.get('/manage/leads/5001')).json()).toMatchObject({
      companyName: 'Harbor Kitchens',
    });
    await app.deps.database.pool.query('update contractors set lead_id = 777 where id = 105');
    expect((await admin.get('/manage/leads/777')).json()).toMatchObject({
      leadSource: '',
      owner: null,
    });
    expect((await admin.get('/manage/leads/778')).statusCode).toBe(404);
  });

  test('reassigns the lead, and a stale reassignment names who was first', async () => {
    const { leadId } = await create(fresh({ ownerId: 1 }));
    const path = `/manage/leads/${leadId}/owner`;
    expect((await admin.post(path, { ownerId: 2, from: 1 })).json().lead.owner.fullName).toBe(
      'Theo Marsh',
    );
    const late = await support.post(path, { ownerId: 1, from: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toBe('The owner of this lead is now Theo Marsh.');
    expect((await admin.post(path, { ownerId: null, from: 2 })).json().lead.owner).toBeNull();
    const contractor = await contractorOf(leadId);
    const history = (await admin.get(`/manage/contractor/${contractor.id}/history`)).json();
    expect(history.data[0].changes).toEqual([{ field: 'Lead owner', from: 'Theo Marsh', to: '' }]);
    expect(history.data.at(-1).text).toBe('Lead created');
  });
});

describe('the people and partners of a lead', () => {
  test('lists managers, all or by e-mail [ADM-410] [ADM-411]', async () => {
    const all = (await admin.get('/manage/managers')).json();
    expect(all.data.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
      'Avery Quinn',
      'Dana Whitfield',
      'Sam Porter',
      'Theo Marsh',
    ]);
    const one = (await admin.get('/manage/manager?email=Theo.Marsh@demo.test')).json();
    expect(one.data).toMatchObject({ id: 2, fullName: 'Theo Marsh', phones: ['8005550178'] });
    expect((await admin.get('/manage/manager?email=nobody@demo.test')).json()).toEqual({
      data: null,
    });
  });

  test('finds partners by company name or id, twenty per page [ADM-416] [ADM-191]', async () => {
    const find = async (query: string) => (await admin.get(`/manage/partners?${query}`)).json();
    expect(await find('page=1&limit=20&order=%2BcompanyName&searchText=summit')).toEqual({
      data: [{ id: 101, companyName: 'Summit Roofing LLC' }],
      total: 1,
    });
    expect((await find('searchText=102')).data).toContainEqual({
      id: 102,
      companyName: 'Oak & Iron Remodeling',
    });
    const many = await find('searchText=ing&order=-companyName');
    expect(many.total).toBeGreaterThan(20);
    expect(many.data).toHaveLength(20);
    expect((await admin.get('/manage/partners?searchText=su')).statusCode).toBe(400);
    expect((await admin.get('/manage/partners?searchText=summit&limit=50')).statusCode).toBe(400);
  });
});

test('Leads require staff who manage contractors; others are rejected [ADM-030]', async () => {
  for (const email of ['mailer@demo.test', 'pro@demo.test']) {
    const client = await signedInAs(app, email);
    for (const path of [
      '/manage/managers',
      '/manage/manager?email=a@b.co',
      '/manage/partners?searchText=summit',
      '/manage/leads/5001',
    ])
      expect((await client.get(path)).statusCode, `${email} ${path}`).toBe(403);
    expect((await client.post('/manage/lead', fresh())).statusCode, email).toBe(403);
    expect(
      (await client.post('/manage/leads/5001/owner', { ownerId: null })).statusCode,
      email,
    ).toBe(403);
  }
  expect((await support.post('/manage/lead', fresh())).statusCode).toBe(200);
});
