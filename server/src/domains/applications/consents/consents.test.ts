import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentChanged, consentMissing, type ConsentKind } from '@lintel/contract/legal/constants';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { consentPerson, consentRetention } from './person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const page = 'oak-and-iron';
let made = 0;

/** Starts a new person's application and returns how to send it. */
async function begun(email = `agrees${(made += 1)}@example.com`) {
  const phone = `512555${1000 + made}`;
  const from = `198.51.100.${(made += 1) % 250}`;
  const call = (path: string, body: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload: body,
      remoteAddress: from,
      headers: { 'user-agent': `Browser ${'x'.repeat(400)}` },
    });
  const { token } = (await call(`pages/${page}/applications`, {})).json();
  const form = {
    firstName: 'Hana',
    lastName: 'Home',
    email,
    phone,
    city: 'Austin',
    state: 'TX',
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
  };
  const [row] = await sql('select id from applications order by id desc limit 1');
  return {
    token: String(token),
    id: Number(row.id),
    email,
    phone,
    from,
    send: (consents: object) => call(`applications/${token}/submit`, { ...form, consents }),
    row: async () => (await sql('select * from applications where id = $1', [row.id]))[0],
    consents: () =>
      sql(
        `select c.*, t.text from application_consents c join consent_texts t
         on t.contractor_id = c.contractor_id and t.hash = c.text_hash
         where application_id = $1 order by id`,
        [row.id],
      ),
    agreed: () => visitor(app).call('POST', `/p/${page}/agreed`, { payload: { token } }),
    withdraw: () =>
      visitor(app).call('POST', `/p/${page}/agreed`, { payload: { token, withdraw: '1' } }),
  };
}
async function sent(ticked: { contact?: boolean; language?: 'en' | 'es' } = {}) {
  const one = await begun();
  const answer = await one.send(await consentsOn(app, page, ticked));
  expect(answer.statusCode, answer.body).toBe(200);
  return one;
}
const viewIn = (html: string) => JSON.parse(/json">(.*)<\/script>/.exec(html)?.[1] ?? 'null');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('sending the application', () => {
  test('stores each consent with its text, version, language, hash, time, address, and browser', async () => {
    const one = await sent();
    const rows = await one.consents();
    expect(rows.map(({ kind, answer }) => [kind, answer])).toEqual([
      ['sharing', 'given'],
      ['e-sign', 'given'],
      ['contact', 'given'],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({
        version: 1,
        language: 'en',
        name: 'Hana Home',
        email: one.email,
        phone: one.phone,
        address: one.from,
        at: app.clock.now(),
      });
      expect(row.user_agent).toHaveLength(300);
      expect(row.text_hash).toBe(hashOf(row.text));
      // Placeholders are filled in, so the stored text is complete.
      expect(row.text).not.toMatch(/[{}]/);
    }
    expect(rows[0].text).toContain('Oak & Iron');
    const row = await one.row();
    expect(row.consent_at).toEqual(app.clock.now());
    expect(row.texts_agreed_at).toEqual(app.clock.now());
  });

  test('succeeds without the consent to calls and texts, and records it as not given', async () => {
    const one = await sent({ contact: false });
    expect((await one.consents()).map(({ answer }) => answer)).toEqual([
      'given',
      'given',
      'declined',
    ]);
    expect((await one.row()).texts_agreed_at).toBeNull();
  });

  test('stores the Spanish texts for an application in Spanish', async () => {
    const rows = await (await sent({ language: 'es' })).consents();
    expect(rows.map(({ language }) => language)).toEqual(['es', 'es', 'es']);
    expect(rows[2].text).toContain('Llamadas y mensajes de texto automatizados');
  });

  test.each(['sharing', 'e-sign'] as const)('requires the consent %s', async (kind) => {
    const one = await begun();
    const consents: Record<ConsentKind, { hash: string; agreed: boolean }> = await consentsOn(
      app,
      page,
    );
    consents[kind] = { ...consents[kind], agreed: false };
    const answer = await one.send(consents);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual({
      [`consents.${kind}.agreed`]: consentMissing[kind],
    });
    expect(await one.consents()).toEqual([]);
    expect((await one.row()).completed_at).toBeNull();
  });

  test("is rejected with an invented text, another box's text, or another page's text", async () => {
    const own = await consentsOn(app, page);
    const elsewhere = await consentsOn(app, 'summit-roofing');
    const wrong = [
      { ...own, sharing: { hash: 'f'.repeat(64), agreed: true } },
      { ...own, sharing: { ...own.contact, agreed: true } },
      { ...own, sharing: elsewhere.sharing },
    ];
    for (const consents of wrong) {
      const one = await begun();
      const answer = await one.send(consents);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields).toEqual({ 'consents.sharing.hash': consentChanged });
      expect(await one.consents()).toEqual([]);
      expect((await one.row()).completed_at).toBeNull();
    }
  });

  test('stores the consents once when sent twice', async () => {
    const one = await begun();
    const consents = await consentsOn(app, page);
    const answers = await Promise.all([one.send(consents), one.send(consents)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await one.consents()).toHaveLength(3);
  });
});

describe('consent record', () => {
  test('shows the homeowner the original texts after later changes', async () => {
    const one = await sent();
    const before = (await one.consents()).map(({ text_hash: hash }) => hash);
    await sql("update co_branded_pages set company_name = 'Renamed' where page_name = $1", [page]);
    const answer = await one.agreed();
    await sql("update co_branded_pages set company_name = 'Oak & Iron' where page_name = $1", [
      page,
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('same-origin');
    const view = viewIn(answer.body);
    expect(view).toMatchObject({ step: 'agreed', number: one.id, mayWithdraw: true });
    expect(view.texts.map(({ hash }: { hash: string }) => hash)).toEqual(before);
  });

  test("stays hidden without the application's secret and on other pages", async () => {
    const one = await sent();
    const tries = [
      [page, 'x'.repeat(43)],
      ['summit-roofing', one.token],
      [page, undefined],
    ] as const;
    for (const [name, token] of tries)
      for (const more of [{}, { withdraw: '1' }]) {
        const payload = { token, ...more };
        const answer = await visitor(app).call('POST', `/p/${name}/agreed`, { payload });
        expect(answer.statusCode).toBe(404);
      }
    expect((await one.row()).texts_agreed_at).not.toBeNull();
  });

  test('allows one withdrawal of calls and texts, also in parallel; the rest stays', async () => {
    const one = await sent();
    app.clock.pass(60);
    await Promise.all([one.withdraw(), one.withdraw()]);
    app.clock.pass(60);
    const again = viewIn((await one.withdraw()).body);
    expect(again).toMatchObject({ mayWithdraw: false, justNow: false });
    expect(again.texts.map(({ answer }: { answer: string }) => answer)).toEqual([
      'given',
      'given',
      'withdrawn',
    ]);
    expect(again.texts[2].withdrawnAt).not.toBeNull();
    const rows = await one.consents();
    expect(rows.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual([
      'sharing given',
      'e-sign given',
      'contact given',
      'contact withdrawn',
    ]);
    expect((await one.row()).texts_agreed_at).toBeNull();
    expect((await one.row()).consent_at).not.toBeNull();
  });

  test("can't be changed or deleted in the database", async () => {
    const one = await sent();
    const where = `where application_id = ${one.id}`;
    for (const statement of [
      `update application_consents set answer = 'declined' ${where}`,
      `update application_consents set name = '' ${where}`,
      `delete from application_consents ${where}`,
      'truncate application_consents',
      "update consent_texts set text = ''",
      'delete from consent_texts',
    ])
      await expect(sql(statement), statement).rejects.toThrow('append-only');
  });
});

describe('the record for staff', () => {
  const find = async (search: string, email = 'admin@demo.test') =>
    (await signedInAs(app, email)).get(`/manage/consents?search=${encodeURIComponent(search)}`);

  test('is found by number, e-mail address, and phone only', async () => {
    const one = await sent();
    for (const search of [String(one.id), `#${one.id}`, one.email.toUpperCase()])
      expect((await find(search)).json()).toMatchObject({
        total: 1,
        data: [{ applicationId: one.id, applicantEmail: one.email, contact: 'given' }],
      });
    const written = `(512) 555-${one.phone.slice(-4)}`;
    expect((await find(written)).json()).toMatchObject({ total: 1 });
    for (const search of ['', 'Hana', '%', '999999999999999999', "' or 1=1 --"])
      expect((await find(search)).json()).toEqual({ data: [], total: 0 });
  });

  test('lists who agreed, when, from where, and every full text with its hash, and is logged', async () => {
    const one = await sent({ language: 'es' });
    await one.withdraw();
    const admin = await signedInAs(app, 'admin@demo.test');
    const answer = await admin.get(`/manage/consents/${one.id}/record`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['cache-control']).toBe('no-store');
    const text = (await readPdf(answer.rawPayload)).text.replace(/\s+/g, ' ');
    const rows = await one.consents();
    for (const words of [
      'Hana Home',
      one.email,
      `(512) 555-${one.phone.slice(-4)}`,
      one.from,
      'Oak & Iron',
      '$22,000',
      'Kitchen',
      'Agreed, then withdrew',
      app.clock.now().toISOString(),
      'Llamadas y mensajes de texto automatizados',
      'Responda STOP',
      'Su derecho al papel',
    ])
      expect(text).toContain(words);
    const joined = text.replace(/ /g, '');
    for (const { text_hash: hash } of rows) expect(joined).toContain(hash);
    const [entry] = await sql(
      "select * from audit_log where action = 'consents.downloaded' order by id desc limit 1",
    );
    expect(entry).toMatchObject({ actor_id: 1, entity_id: String(one.id) });
  });

  test('is denied to staff without the privilege, contractors, and visitors', async () => {
    const one = await sent();
    const statuses = async (email: string) => {
      const by = await signedInAs(app, email);
      return [
        (await by.get(`/manage/consents/${one.id}/record`)).statusCode,
        (await by.get('/manage/consents?search=1')).statusCode,
      ];
    };
    await sql(
      "delete from role_privileges where role_id = 2 and resource in ('manage-contractors', 'privacy')",
    );
    for (const email of ['support@demo.test', 'brand@demo.test', 'pro@demo.test'])
      expect(await statuses(email)).toEqual([403, 403]);
    const nobody = visitor(app);
    expect((await nobody.get(`/manage/consents/${one.id}/record`)).statusCode).toBe(401);
    await sql(
      "insert into role_privileges (role_id, resource, code) values (2, 'privacy', 'manage_access')",
    );
    expect(await statuses('support@demo.test')).toEqual([200, 200]);
  });

  test('requires the person to verify their identity again', async () => {
    const one = await sent();
    const admin = await signedInAs(app, 'admin@demo.test');
    admin.provesItself = false;
    app.clock.pass(11 * 60);
    const answer = await admin.get(`/manage/consents/${one.id}/record`);
    expect(answer.json()).toMatchObject({ error: 'step_up_required' });
  });

  test('is not found for a draft or an unknown application', async () => {
    const admin = await signedInAs(app, 'admin@demo.test');
    const { id } = await begun();
    for (const none of [id, 2_000_000_000])
      expect((await admin.get(`/manage/consents/${none}/record`)).statusCode).toBe(404);
  });
});

describe('retention', () => {
  const years = (count: number) => new Date(app.clock.now().getTime() + count * 366 * 86_400_000);

  test('a data copy lists the consents, and a deletion keeps them and says why', async () => {
    const one = await sent({ contact: false });
    const { db } = app.deps.database;
    const source = consentPerson('America/New_York');
    const copied = await source.copy(db, one.email, [], 'en');
    expect(copied).toHaveLength(3);
    expect(copied[2]?.facts).toContainEqual(['What you did', 'You did not agree']);
    const now = app.clock.now();
    const { count, kept, waits } = await db.transaction((tx) =>
      source.erase(tx, { email: one.email, until: now, now }, app.context.emit),
    );
    expect({ count, waits }).toEqual({ count: 0, waits: false });
    expect(kept).toMatchObject([
      {
        en: { what: 'Consents for 1 application' },
        es: { what: 'Consentimientos de 1 solicitud' },
      },
    ]);
    expect((await one.consents())[0].email).toBe(one.email);
  });

  test('after the retention period the homeowner is anonymized, the consent stays, and a withdrawal restarts the period', async () => {
    const [old, fresh] = [await sent(), await sent()];
    const { db } = app.deps.database;
    app.clock.pass(60);
    await fresh.withdraw();
    const rows = await fresh.consents();
    const before = new Date(rows.at(-1).at.getTime());
    const due = { before, now: years(5), limit: 1000 };
    app.clock.pass(1);
    await consentRetention.anonymise(db, due, app.context.emit);
    await consentRetention.anonymise(db, due, app.context.emit);
    expect((await fresh.consents()).every(({ email }) => email === fresh.email)).toBe(true);
    const gone = await old.consents();
    expect(gone[0]).toMatchObject({
      email: '',
      name: '',
      phone: '',
      address: null,
      user_agent: '',
    });
    expect(gone[0]).toMatchObject({ kind: 'sharing', answer: 'given', version: 1 });
    expect(await consentRetention.countDue(db, due)).toBe(0);
  });
});
