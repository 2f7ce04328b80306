import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { openLenders, type Applied, type TestLender } from '../../../../test/lenders.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { sendDue } from './index.ts';

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

const base = '/manage/adverse-action-notices';
const declined = { type: 'application.declined', reasons: [{ code: 'delinquent' }] };

async function creditor(): Promise<TestLender> {
  const lender = await lenders.lender({ legalName: 'Blue Ridge Credit', phone: '5035550142' });
  const admin = await signedInAs(app, 'admin@demo.test');
  await admin.post(`/manage/lenders/${lender.id}/disclosures`, {
    sender: 'provider',
    address: '1 Bank Street, Columbus, OH 43215',
    agency: 'ncua',
    version: 0,
  });
  return lender;
}
const noticeOf = async ({ id }: Applied) =>
  (await lenders.sql('select * from adverse_action_notices where application_id = $1', [id]))[0];
const mailOf = async ({ id }: Applied) =>
  (
    await lenders.sql(`select * from messages where key like 'homeowner-' || $1 || '-notice-%'`, [
      id,
    ])
  )[0];
async function pass(seconds: number): Promise<void> {
  app.clock.pass(seconds);
  await app.work();
  await sendDue(app.context);
  await app.work();
}
async function declinedApplication(change: object = {}) {
  const lender = await creditor();
  const applied = await lenders.apply(change);
  await lender.event(applied.reference, declined);
  await pass(7200);
  return applied;
}
const linkOf = async (applied: Applied): Promise<string> =>
  /\/n\/[\w-]+/.exec(String((await mailOf(applied))?.['text']))?.[0] ?? '';
let network = 0;
const browse = (method: 'GET' | 'POST', path: string, payload?: Record<string, string>) => {
  network += 1;
  return app.app.inject({
    method,
    url: path,
    remoteAddress: `203.0.113.${network % 250}`,
    ...(payload && {
      payload: new URLSearchParams(payload).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
};
const phoneEnding = async ({ id }: Applied): Promise<string> =>
  String(
    (await lenders.sql('select phone from applications where id = $1', [id]))[0]?.['phone'],
  ).slice(-4);

describe('the homeowner’s page', () => {
  test('the link asks for the phone’s last digits, then shows the notice and its PDF', async () => {
    const applied = await declinedApplication();
    const link = await linkOf(applied);
    const asked = await browse('GET', link);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).not.toContain('Blue Ridge');
    const ending = await phoneEnding(applied);
    const shown = await browse('POST', link, { phoneEnding: ending });
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown.body).toContain('Blue Ridge Credit has denied your application');
    expect(shown.body).toContain('Delinquent past or present credit obligations with others');
    const { id } = await noticeOf(applied);
    const pdf = await browse('POST', link, { phoneEnding: ending, pdf: String(id) });
    expect(pdf.headers['content-type']).toContain('application/pdf');
    const { text, pages } = await readPdf(pdf.rawPayload);
    expect(pages.length).toBe(1);
    expect(text).toContain('1775 Duke Street, Alexandria, VA 22314');
    expect(text).toContain('Rita Route');
  });

  test('wrong digits show nothing and are limited; another application’s notice stays closed', async () => {
    const applied = await declinedApplication();
    const other = await declinedApplication();
    const link = await linkOf(applied);
    const { id } = await noticeOf(other);
    const stolen = await browse('POST', link, {
      phoneEnding: await phoneEnding(applied),
      pdf: String(id),
    });
    expect(stolen.headers['content-type']).toContain('text/html');
    expect(stolen.body).not.toContain(`application ${other.id}`);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await browse('POST', link, { phoneEnding: '0000' });
      expect(wrong.statusCode).toBe(422);
      expect(wrong.body).not.toContain('Blue Ridge');
    }
    const limited = await browse('POST', link, { phoneEnding: await phoneEnding(applied) });
    expect(limited.statusCode).toBe(429);
    expect(
      (await browse('GET', '/n/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).statusCode,
    ).toBe(404);
  });

  test('the application’s secret opens the notices of that application only', async () => {
    const applied = await declinedApplication();
    expect((await applied.read()).notices).toBe(1);
    const page = '/p/oak-and-iron/notices';
    const own = await browse('POST', page, { token: applied.token });
    expect(own.body).toContain('Blue Ridge Credit has denied');
    expect((await browse('POST', page, { token: 'x'.repeat(43) })).statusCode).toBe(404);
    expect((await browse('GET', '/p/oak-and-iron/application/notices')).statusCode).toBe(404);
  });

  test('a Spanish reader gets a courtesy translation and the English notice', async () => {
    const lender = await creditor();
    const applied = await lenders.apply();
    await lenders.sql(`update applications set language = 'es' where id = $1`, [applied.id]);
    await lender.event(applied.reference, declined);
    await pass(7200);
    const { text } = await noticeOf(applied);
    expect(text).toContain('Traducción de cortesía');
    expect(text).toContain('ha rechazado su solicitud de crédito');
    expect(text).toContain('has denied your application for credit');
    expect(await mailOf(applied)).toMatchObject({ event: 'homeowner-notice-es' });
  });
});

describe('a contested application', () => {
  test('gets no notice until its owner confirms, and an earlier link stops', async () => {
    const applied = await declinedApplication();
    const link = await linkOf(applied);
    await lenders.sql('update applications set contested_at = now() where id = $1', [applied.id]);
    expect((await browse('GET', link)).statusCode).toBe(404);
    const lender = await creditor();
    const late = await lenders.apply();
    await lender.event(late.reference, declined);
    await lenders.sql('update applications set contested_at = now() where id = $1', [late.id]);
    await pass(40 * 86_400);
    expect(await noticeOf(late)).toMatchObject({
      state: 'waiting',
      problem: 'contested',
      text: '',
    });
    expect(await mailOf(late)).toBeUndefined();
    await lenders.sql(
      `update applications set confirmed_at = now(), proven_by = 'phone' where id = $1`,
      [late.id],
    );
    await pass(86_400);
    // The e-mail may be the impostor's.
    expect(await noticeOf(late)).toMatchObject({ state: 'paper', problem: 'no-email' });
    expect(await mailOf(late)).toBeUndefined();
  });
});

describe('on paper', () => {
  test('a bounce and a missing consent list it for mailing; staff record the day once', async () => {
    const applied = await declinedApplication();
    const { event, key, contractor_id: contractorId } = await mailOf(applied);
    expect(event).toBe('homeowner-notice');
    await app.deps.database.db.transaction((tx) =>
      app.context.emit(tx, 'delivery.changed', {
        channel: 'email',
        contractorId: Number(contractorId),
        key: String(key),
        about: { kind: 'homeowner', id: applied.id },
        status: 'failed',
        reason: 'Unknown mailbox',
        dueAt: null,
        at: app.clock.now(),
      }),
    );
    const { id, version } = await noticeOf(applied);
    expect(await noticeOf(applied)).toMatchObject({ state: 'paper', problem: 'undelivered' });
    const admin = await signedInAs(app, 'admin@demo.test');
    const pdf = await admin.get(`${base}/${id}/pdf`);
    expect((await readPdf(pdf.rawPayload)).text).toContain('12 Elm Street');
    const today = app.clock.now().toISOString().slice(0, 10);
    const mail = (on: string) => admin.post(`${base}/${id}/mailed`, { on, version });
    expect((await mail('2199-01-01')).json().fields).toHaveProperty('on');
    expect((await mail('2001-01-01')).json().fields).toHaveProperty('on');
    const both = await Promise.all([mail(today), mail(today)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect(await noticeOf(applied)).toMatchObject({ state: 'mailed' });
    await pass(86_400);
    expect(await noticeOf(applied)).toMatchObject({ state: 'mailed' });
  });

  test('without consent to electronic records, no e-mail is sent', async () => {
    const lender = await creditor();
    const applied = await lenders.apply();
    await lenders.sql(
      `insert into application_consents (contractor_id, application_id, kind, answer, version, effective_from, language, text_hash, at, name, email, phone, user_agent)
       select contractor_id, application_id, kind, 'withdrawn', version, effective_from, language, text_hash, now(), name, email, phone, user_agent
       from application_consents where application_id = $1 and kind = 'e-sign'`,
      [applied.id],
    );
    await lender.event(applied.reference, declined);
    await pass(7200);
    expect(await noticeOf(applied)).toMatchObject({ state: 'paper', problem: 'no-consent' });
    expect(await mailOf(applied)).toBeUndefined();
  });
});

describe('staff', () => {
  test('only this privilege opens notices; each look and download is audited', async () => {
    const applied = await declinedApplication();
    const { id } = await noticeOf(applied);
    for (const email of ['support@demo.test', 'brand@demo.test']) {
      const other = await signedInAs(app, email);
      for (const path of [
        base,
        `${base}/${id}`,
        `${base}/${id}/pdf`,
        '/manage/adverse-action-export',
      ])
        expect((await other.get(path)).statusCode).toBe(403);
      expect((await other.post(`${base}/${id}/paper`, { version: 1 })).statusCode).toBe(403);
    }
    expect((await visitor(app).get(base)).statusCode).toBe(401);
    const admin = await signedInAs(app, 'admin@demo.test');
    await admin.get(`${base}/${id}`);
    await admin.get(`${base}/${id}/pdf`);
    const entries = await lenders.sql(
      `select action from audit_log where entity = 'adverse-action' and entity_id = $1 order by id`,
      [String(id)],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'adverse-action.opened',
      'adverse-action.downloaded',
    ]);
  });

  test('the list finds by name, lender, and application, and exports the same rows', async () => {
    const applied = await declinedApplication();
    const admin = await signedInAs(app, 'admin@demo.test');
    for (const search of ['rita', 'blue ridge', `#${applied.id}`]) {
      const { data } = (
        await admin.get(`${base}?search=${encodeURIComponent(search)}&state=sent`)
      ).json();
      expect(data.map((one: { applicationId: number }) => one.applicationId)).toContain(applied.id);
    }
    const file = await admin.get(`/manage/adverse-action-export?search=%23${applied.id}`);
    expect(file.body.trim().split('\n')).toHaveLength(2);
    expect(file.body).toContain('Blue Ridge Credit');
  });
});

describe('retention', () => {
  test('a deletion waits for an unsent notice, and keeps a sent one for 25 months', async () => {
    const lender = await creditor();
    const waiting = await lenders.apply();
    await lender.event(waiting.reference, declined);
    await app.work();
    await lenders.sql(`update applications set withdrawn_at = now() where id = $1`, [waiting.id]);
    const [{ email }] = await lenders.sql('select email from applications where id = $1', [
      waiting.id,
    ]);
    const erase = () =>
      app.deps.database.db.transaction(async (tx) => {
        const now = app.clock.now();
        const erasing = { email: String(email), until: now, now };
        const done: unknown[] = [];
        for (const source of app.context.personSources)
          done.push(await source.erase(tx, erasing, app.context.emit));
        return done;
      });
    expect(JSON.stringify(await erase())).toContain('has not been sent yet');
    await pass(3600);
    expect(await noticeOf(waiting)).toMatchObject({ state: 'sent' });
    const after = JSON.stringify(await erase());
    expect(after).toContain('12 CFR 1002.12(b)');
    const [gone] = await lenders.sql('select * from applications where id = $1', [waiting.id]);
    expect(gone?.['email']).toBe('');
    expect((await noticeOf(waiting))?.['text']).toContain('Blue Ridge Credit');
  });
});
