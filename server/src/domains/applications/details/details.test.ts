import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { offersOf, openLenders } from '../../../../test/lenders.ts';
import { applicationPerson } from '../person.ts';
import { findRow } from '../repository.ts';
import { returnLinkUrl } from '../return-link.ts';
import { endOverdue } from '../lenders/index.ts';
import { detailsRetention } from './retention.ts';

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
beforeEach(async () => {
  await app.work();
  await lenders.reset();
});

const sql: (typeof lenders)['sql'] = (text, values) => lenders.sql(text, values);
const typed = {
  street: '7 Oak  Lane',
  zip: '78701',
  birthDate: '05/17/1980',
  yearlyIncome: '$85,000',
  housing: 'own',
  housingPayment: '1,450.50',
  employment: 'employed',
  employer: 'Acme Roofing',
  ssnEnding: '4821',
};
const all: LenderNeed[] = [
  'home-address',
  'birth-date',
  'income',
  'housing',
  'employment',
  'ssn-ending',
];
const whole = {
  homeAddress: { street: '7 Oak Lane', zip: '78701' },
  birthDate: '1980-05-17',
  yearlyIncome: 85_000,
  housing: { status: 'own', monthlyPayment: 1450.5 },
  employment: { status: 'employed', employer: 'Acme Roofing' },
  ssnEnding: '4821',
};
/** Digits and words that must not appear anywhere. */
const secrets = ['7 Oak Lane', '1980-05-17', '85000', '1450.5', 'Acme Roofing', '4821'];

let people = 0;
const form = (change: object = {}) => ({
  firstName: 'Dee',
  lastName: 'Tail',
  email: `dee${(people += 1)}@example.com`,
  phone: `512555${String(2000 + people)}`,
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: 22_000,
  project: 'Kitchen',
  ...change,
});
const call = (path: string, payload: object) =>
  visitor(app).call('POST', `/homeowner/${path}`, {
    payload,
    remoteAddress: `203.0.113.${(people += 1) % 250}`,
  });
const started = async (draft: object = {}) =>
  (await call('pages/oak-and-iron/applications', { draft })).json();
const submit = async (token: string, body: object) =>
  call(`applications/${token}/submit`, {
    ...form(),
    consents: await consentsOn(app, 'oak-and-iron'),
    ...body,
  });
const userOf = async (contractorId: number): Promise<number> =>
  Number((await sql('select owner_id as id from contractors where id = $1', [contractorId]))[0].id);
const rowOf = async (id: number) =>
  (await sql('select * from applicant_details where application_id = $1', [id]))[0];
const sealedOf = async (id: number) => (await rowOf(id))?.sealed ?? null;

describe('required details', () => {
  const draft = { project: 'Kitchen', requestedAmount: '22000', creditBand: 'good' };
  const asked = async (more: object = {}) => (await started({ ...draft, ...more })).details.asked;

  test('nothing, when no active lender that fits needs more', async () => {
    await lenders.lender();
    await lenders.lender({ needs: ['income'], minAmount: 50_000 });
    const paused = await lenders.lender({ needs: ['housing'] });
    await sql('update lenders set paused_at = now() where id = $1', [paused.id]);
    await lenders.lender({ needs: ['ssn-ending'], allContractors: false });
    expect(await asked()).toEqual([]);
    const { token } = await started(draft);
    expect((await submit(token, {})).statusCode).toBe(200);
  });

  test('what the lenders that fit need together, by state', async () => {
    await lenders.lender({ needs: ['income', 'birth-date'], states: ['TX', 'OR'] });
    await lenders.lender({ needs: ['income', 'ssn-ending'], states: ['CO'] });
    await lenders.lender({ needs: ['housing'] });
    await lenders.lender({ needs: ['employment'], projects: ['Roofing'] });
    expect(await asked()).toEqual([
      { need: 'birth-date', states: ['OR', 'TX'] },
      { need: 'income', states: ['CO', 'OR', 'TX'] },
      { need: 'housing', states: [] },
      { need: 'ssn-ending', states: ['CO'] },
    ]);
    // Nothing is known about the project yet, so no lender fits.
    expect((await started()).details.asked).toEqual([]);
  });
});

describe('sending', () => {
  test('each lender gets exactly what it needs', async () => {
    const [one, other, none, skipped] = [
      await lenders.lender({ needs: all }),
      await lenders.lender({ needs: ['income', 'ssn-ending'] }),
      await lenders.lender(),
      await lenders.lender({ needs: all, states: ['OR'] }),
    ];
    const { id } = await lenders.apply({ details: typed });
    expect(one.got()[0]?.['applicant']).toEqual(whole);
    expect(other.got()[0]?.['applicant']).toEqual({ yearlyIncome: 85_000, ssnEnding: '4821' });
    expect(none.got()[0]).not.toHaveProperty('applicant');
    expect(skipped.got()).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ needs: all, erased_at: null });
  });

  test('what no lender needs isn’t stored', async () => {
    const { got } = await lenders.lender({ needs: ['income'] });
    await lenders.apply({ details: typed });
    expect(got()[0]?.['applicant']).toEqual({ yearlyIncome: 85_000 });
    const { id } = await lenders.apply({ details: typed });
    expect((await rowOf(id)).needs).toEqual(['income']);
    await lenders.reset();
    await lenders.lender();
    const plain = await lenders.apply({ details: typed });
    expect(await rowOf(plain.id)).toBeUndefined();
  });

  test.each([
    ['street', { street: ' ' }, 'This field is required.'],
    ['street', { street: 'x'.repeat(201) }, 'Enter 200 symbols maximum'],
    ['zip', { zip: '7870' }, 'Please enter a ZIP code of 5 digits.'],
    ['zip', { zip: '97201' }, 'This ZIP code is in another state.'],
    ['birthDate', { birthDate: '13/40/1980' }, 'Please enter a date such as 05/17/1980.'],
    ['birthDate', { birthDate: '02/30/1980' }, 'Please enter a date such as 05/17/1980.'],
    ['birthDate', { birthDate: '01/01/1850' }, 'Please enter a date such as 05/17/1980.'],
    ['birthDate', { birthDate: '01/01/2020' }, 'Applicants must be at least 18 years old.'],
    ['yearlyIncome', { yearlyIncome: '-5' }, 'Please enter an amount between $0 and $10,000,000.'],
    [
      'yearlyIncome',
      { yearlyIncome: 'a lot' },
      'Please enter an amount between $0 and $10,000,000.',
    ],
    ['housing', { housing: 'castle' }, 'This field is required.'],
    ['employer', { employer: '' }, 'This field is required.'],
    ['ssnEnding', { ssnEnding: '123-45-6789' }, 'Please enter four digits.'],
  ] as const)('a wrong %s is rejected: %j', async (field, change, words) => {
    await lenders.lender({ needs: all });
    const { token } = await started();
    const answer = await submit(token, { details: { ...typed, ...change } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual({ [`details.${field}`]: words });
    for (const value of Object.values(change))
      if (value.trim().length > 3) expect(answer.body).not.toContain(value);
  });

  test('without the details, nothing is sent and every missing one is named', async () => {
    const { got } = await lenders.lender({ needs: ['income', 'employment'] });
    const { token } = await started();
    const answer = await submit(token, {});
    expect(answer.json().fields).toEqual({
      'details.yearlyIncome': 'This field is required.',
      'details.employment': 'This field is required.',
    });
    await app.work();
    expect(got()).toEqual([]);
    // A value of any length is refused as well.
    const long = await submit(token, { details: { ...typed, street: 'x'.repeat(5000) } });
    expect(long.statusCode).toBe(422);
    expect((await submit(token, { details: typed })).statusCode).toBe(200);
  });

  test('on the day of the eighteenth birthday', async () => {
    await lenders.lender({ needs: ['birth-date'] });
    const today = app.clock.now();
    const born = (days: number): string => {
      const at = new Date(today.getTime() + days * 86_400_000).toLocaleDateString('en-US', {
        timeZone: 'America/New_York',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      return at.replace(/\d{4}$/, (year) => String(Number(year) - 18));
    };
    const send = async (birthDate: string) =>
      (await submit((await started()).token, { details: { birthDate } })).statusCode;
    expect([await send(born(0)), await send(born(1))]).toEqual([200, 422]);
  });

  test('twice at once stores the first', async () => {
    const { got } = await lenders.lender({ needs: ['income'] });
    const { token } = await started();
    const body = form();
    const answers = await Promise.all(
      ['10000', '20000'].map((yearlyIncome) =>
        submit(token, { ...body, details: { yearlyIncome } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await app.work();
    // A replay later changes nothing either.
    await submit(token, { ...body, details: { yearlyIncome: '30000' } });
    await app.work();
    expect(got()).toHaveLength(1);
    expect([10_000, 20_000]).toContain(Object(got()[0]?.['applicant']).yearlyIncome);
  });

  test('a lender that started to need details after the form was sent is skipped', async () => {
    const { id } = await lenders.lender();
    const { token } = await started();
    await submit(token, {});
    await sql(`update lenders set needs = '{income}' where id = $1`, [id]);
    await app.work();
    const [route] = await sql(
      'select state, skipped from application_lenders where lender_id = $1',
      [id],
    );
    expect(route).toEqual({ state: 'skipped', skipped: ['details'] });
  });
});

describe('who sees the details', () => {
  test('neither the homeowner’s link, the contractor, staff, nor any stored text', async () => {
    const lender = await lenders.lender({ needs: all });
    const { id, token, reference } = await lenders.apply({ details: typed });
    await lender.event(reference, offersOf('o-1'));
    await app.work();
    const read = await visitor(app).get(`/homeowner/applications/${token}`);
    const owner = await signedInAs(app, 'brand@demo.test');
    const admin = await signedInAs(app, 'admin@demo.test');
    const one = await owner.get(`/reports-applications/${id}`);
    expect(one.json().details.applicantDetails).toBeNull();
    const answers = [
      read,
      one,
      await owner.get('/reports-applications/export?format=csv'),
      await owner.get('/reports-applications'),
      await admin.get(`/manage/lenders/${lender.id}/calls`),
      await admin.get('/manage/audit-log'),
      await visitor(app).get('/outbox'),
    ];
    for (const { body } of answers)
      for (const secret of secrets.filter((word) => word.length > 5))
        expect(body).not.toContain(secret);
    // No table but the lenders' own has them in readable form.
    const { rows: tables } = await app.deps.database.pool.query(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = JSON.stringify(await sql(`select * from ${name}`));
      for (const secret of ['7 Oak Lane', 'Acme Roofing', '1980-05-17'])
        expect(rows.includes(secret), name).toBe(false);
    }
  });

  test('staff who view the account see that they were given, and when', async () => {
    await lenders.lender({ needs: ['income', 'ssn-ending'] });
    const { id, contractorId } = await lenders.apply({ details: typed });
    const admin = await signedInAs(app, 'admin@demo.test');
    await admin.switchInto(await userOf(contractorId));
    const { applicantDetails } = (await admin.get(`/reports-applications/${id}`)).json().details;
    expect(applicantDetails).toEqual({
      needs: ['income', 'ssn-ending'],
      givenAt: app.clock.now().toISOString(),
      erasedAt: null,
    });
  });

  test('a row moved to another application can’t be opened', async () => {
    await lenders.lender({ needs: ['income'] });
    const [one, other] = [
      await lenders.apply({ details: typed }),
      await lenders.apply({ details: typed }),
    ];
    await sql('update applicant_details set sealed = $2 where application_id = $1', [
      other.id,
      await sealedOf(one.id),
    ]);
    const source = applicationPerson([], { keys: app.deps.keys, timeZone: 'America/New_York' });
    const [row] = await sql('select email from applications where id = $1', [other.id]);
    await expect(source.copy(app.deps.database.db, row.email, [], 'en')).rejects.toThrow(
      'cannot be read',
    );
  });
});

describe('a person who applies in someone else’s name', () => {
  /** Two forms with the same contacts; resolves to the owner's secret, by the link in the mail. */
  async function contested() {
    const lender = await lenders.lender({ needs: ['income'] });
    const person = form();
    const first = (await started()).token;
    await submit(first, { ...person, details: { yearlyIncome: '11000' } });
    const second = (await started()).token;
    await submit(second, { ...person, details: { yearlyIncome: '22000' } });
    const [row] = await sql('select * from applications where email = $1', [person.email]);
    return { lender, first, second, row };
  }

  test('can’t read or replace details, and a second form’s aren’t stored', async () => {
    const { first, second, row } = await contested();
    expect(
      await sql('select * from applicant_details where application_id = $1', [row.id]),
    ).toHaveLength(1);
    const before = await sealedOf(Number(row.id));
    for (const token of [first, second, 'x'.repeat(43)]) {
      const replace = await call(`applications/${token}/details`, {
        details: { yearlyIncome: '99000' },
      });
      expect([404, 409]).toContain(replace.statusCode);
      const view = (await visitor(app).get(`/homeowner/applications/${token}`)).json();
      expect(view.details ?? { asked: [], givenAt: null }).toEqual({ asked: [], givenAt: null });
    }
    expect(await sealedOf(Number(row.id))).toBe(before);
  });

  test('the owner can replace them without seeing them, until the answers are confirmed', async () => {
    const { lender, row } = await contested();
    const id = Number(row.id);
    const found = await findRow(app.deps.database.db, { contractorId: row.contractor_id, id });
    if (found === undefined) throw new Error('No application');
    const url = returnLinkUrl(app.context, found, {
      pageName: 'oak-and-iron',
      until: new Date(app.clock.now().getTime() + 86_400_000),
      by: 'email',
    });
    const opened = await call('way-back', {
      link: url.split('/').at(-1),
      phoneEnding: row.phone.slice(-4),
    });
    const { token, status, details } = opened.json();
    expect(status).toBe('confirm');
    expect(details).toEqual({
      asked: [{ need: 'income', states: [] }],
      givenAt: expect.any(String),
    });
    expect(opened.body).not.toContain('11000');
    const replace = (yearlyIncome: string) =>
      call(`applications/${token}/details`, { details: { yearlyIncome } });
    const wrong = await replace('much');
    expect(Object.keys(wrong.json().fields)).toEqual(['details.yearlyIncome']);
    const right = await replace('33000');
    expect(right.statusCode, right.body).toBe(200);
    expect(right.body).not.toContain('33000');
    await call(`applications/${token}/confirm`, {});
    await app.work();
    expect(lender.got().map(({ applicant }) => applicant)).toEqual([{ yearlyIncome: 33_000 }]);
    expect((await replace('44000')).json().error).toBe('application_closed');
  });

  test('a sent application’s details stay as they are', async () => {
    await lenders.lender({ needs: ['income'] });
    const { token, id } = await lenders.apply({ details: typed });
    const before = await sealedOf(id);
    const answer = await call(`applications/${token}/details`, {
      details: { yearlyIncome: '99000' },
    });
    expect(answer.json().error).toBe('application_closed');
    expect(await sealedOf(id)).toBe(before);
  });
});

describe('how long they are kept', () => {
  test('until the homeowner withdraws', async () => {
    await lenders.lender({ needs: ['income'] });
    const { id, token } = await lenders.apply({ details: typed });
    expect(await sealedOf(id)).not.toBeNull();
    await call(`applications/${token}/withdraw`, {});
    expect(await rowOf(id)).toMatchObject({ sealed: null, erased_at: app.clock.now() });
  });

  test('until the loan is funded', async () => {
    const lender = await lenders.lender({ needs: ['income'] });
    const { id, reference } = await lenders.apply({ details: typed });
    await lender.event(reference, offersOf('o-1'));
    expect(await sealedOf(id)).not.toBeNull();
    await lender.event(reference, { type: 'offer.funded', offer: 'o-1', amount: 20_000 });
    expect(await sealedOf(id)).toBeNull();
  });

  test('until the last lender has no offer', async () => {
    const [one, other] = [
      await lenders.lender({ needs: ['income'] }),
      await lenders.lender({ mode: 'ordered', needs: ['income'] }),
    ];
    const { id, reference } = await lenders.apply({ details: typed });
    await one.event(reference, offersOf());
    await app.work();
    expect(other.got()[0]?.['applicant']).toEqual({ yearlyIncome: 85_000 });
    expect(await sealedOf(id)).not.toBeNull();
    await other.event(reference, offersOf());
    expect(await sealedOf(id)).toBeNull();
  });

  test('a month after the last activity, but not while a lender has yet to get them', async () => {
    const lender = await lenders.lender({ needs: ['income'] });
    const quiet = await lenders.apply({ details: typed });
    const active = await lenders.apply({ details: typed });
    const waiting = await lenders.apply({ details: typed });
    await sql(`update application_lenders set state = 'waiting' where application_id = $1`, [
      waiting.id,
    ]);
    app.clock.pass(10 * 86_400);
    expect(await lender.event(active.reference, offersOf('o-1'))).toBe(200);
    const { db } = app.deps.database;
    const before = new Date(app.clock.now().getTime() - 86_400_000);
    const due = { before, now: app.clock.now(), limit: 100 };
    const others = await detailsRetention.countDue(db, due);
    await db.transaction((tx) => detailsRetention.anonymise(tx, due, app.context.emit));
    expect(others).toBeGreaterThan(0);
    expect(await sealedOf(quiet.id)).toBeNull();
    expect(await sealedOf(active.id)).not.toBeNull();
    expect(await sealedOf(waiting.id)).not.toBeNull();
    expect(await detailsRetention.countDue(db, due)).toBe(0);
  });

  test('a lender whose turn comes after they were erased doesn’t get the application', async () => {
    lenders.answers.status = 500;
    const { got, id: lenderId } = await lenders.lender({ needs: ['income'] });
    const { id, routes } = await lenders.apply({ details: typed });
    expect(got()).toHaveLength(1);
    await sql('update applicant_details set sealed = null where application_id = $1', [id]);
    lenders.answers.status = 204;
    await sql('update graphile_worker._private_jobs set run_at = now()');
    await app.work();
    expect(got()).toHaveLength(1);
    app.clock.pass(8 * 86_400);
    await endOverdue(app.context);
    expect((await routes())[lenderId]).toMatchObject({ state: 'failed' });
  });
});

describe('a copy of the person’s data', () => {
  const copyOf = async (id: number, language: 'en' | 'es' = 'en') => {
    const [{ email }] = await sql('select email from applications where id = $1', [id]);
    const source = applicationPerson([], { keys: app.deps.keys, timeZone: 'America/New_York' });
    const [item] = await source.copy(app.deps.database.db, email, [], language);
    return Object.fromEntries(item?.facts ?? []);
  };

  test('has the details, but no digits of the Social Security number', async () => {
    await lenders.lender({ needs: all });
    const { id } = await lenders.apply({ details: typed });
    expect(await copyOf(id)).toMatchObject({
      'Home address': '7 Oak Lane, 78701',
      'Date of birth': '05/17/1980',
      'Yearly income': '$85,000.00',
      Housing: 'owned, $1,450.50 a month',
      Employment: 'employed, Acme Roofing',
      'Social Security number': 'the last four digits, not shown here',
    });
    expect(JSON.stringify(await copyOf(id, 'es'))).not.toContain('4821');
    await sql(`update applications set contested_at = now() where id = $1`, [id]);
    const held = await copyOf(id);
    expect(held).not.toHaveProperty('Home address');
    expect(held['Details for lenders']).toBe('given, not shown here');
  });

  test('has the reasons and the credit score of a decline', async () => {
    const lender = await lenders.lender();
    const { id, reference } = await lenders.apply();
    await lender.event(reference, {
      type: 'application.declined',
      reasons: [{ code: 'income-insufficient' }, { code: 'other', text: 'An open lien' }],
      score: {
        score: 588,
        lowest: 300,
        highest: 850,
        date: '2026-01-20',
        agency: 'Example Credit Bureau',
        factors: ['Length of credit history'],
      },
    });
    const english = JSON.stringify(await copyOf(id));
    expect(english).toContain('Income insufficient for amount of credit requested; An open lien');
    expect(english).toContain(
      '588 (300 to 850), Example Credit Bureau, 01/20/2026, Length of credit history',
    );
    expect(JSON.stringify(await copyOf(id, 'es'))).toContain('Ingresos insuficientes');
  });

  test('a deletion erases the details', async () => {
    await lenders.lender({ needs: ['income'] });
    const { id } = await lenders.apply({ details: typed });
    const [{ email }] = await sql('select email from applications where id = $1', [id]);
    await sql(`update applications set withdrawn_at = now() where id = $1`, [id]);
    const now = app.clock.now();
    const source = applicationPerson([], { keys: app.deps.keys, timeZone: 'America/New_York' });
    await app.deps.database.db.transaction((tx) =>
      source.erase(tx, { email, until: now, now }, app.context.emit),
    );
    expect(await sealedOf(id)).toBeNull();
  });
});
