import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '@lintel/contract/core/durations';
import { legalKindNames } from '@lintel/contract/legal/constants';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalVersion } from '@lintel/contract/legal/texts';
import { dayIn } from '@lintel/contract/core/days';
import { consentsOn } from '../../../test/consents.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../test/app.ts';
import { builtInTexts, ensureBuiltInTexts } from './built-in.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const timeZone = 'America/New_York';
const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
const today = () => dayIn(app.clock.now(), timeZone);
const inDays = (days: number) =>
  dayIn(new Date(app.clock.now().getTime() + days * dayMs), timeZone);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const listed = async (kind: string) => {
  const { data } = (await admin.get('/manage/legal-texts')).json();
  return data.find((one: { kind: string }) => one.kind === kind);
};
const versions = async (kind: string): Promise<LegalVersion[]> =>
  (await admin.get(`/manage/legal-texts/${kind}`)).json().data;
const textOf = (words: string) => `# Title ${words}\n\nFirst ${words}.\n\n- One of {brand}`;
const publish = async (kind: string, words: string, more: object = {}, by = admin) =>
  by.post(`/manage/legal-texts/${kind}`, {
    en: textOf(words),
    es: textOf(`${words} es`),
    effectiveFrom: today(),
    basedOn: (await listed(kind)).latest,
    ...more,
  });
const page = '/p/oak-and-iron';
const shown = async (kind: string, query = '', headers: Record<string, string> = {}) => {
  const answer = await visitor(app).call('GET', `${page}/legal/${kind}${query}`, { headers });
  const view = JSON.parse(/json">(.*)<\/script>/.exec(answer.body)?.[1] ?? 'null');
  return { status: answer.statusCode, view };
};

describe('the built-in texts', () => {
  test('exist in both languages, shown now, with the hash of each', async () => {
    const { data } = (await admin.get('/manage/legal-texts')).json();
    expect(data.map(({ kind }: LegalVersion) => kind)).toEqual(legalKindNames);
    for (const { current, planned, latest } of data) {
      expect({ planned, latest, state: current.state }).toEqual({
        planned: null,
        latest: 1,
        state: 'current',
      });
      for (const { text, hash } of Object.values(current.texts as LegalVersion['texts']))
        expect(hash).toBe(hashOf(text));
    }
  });

  test('contain what the laws require', () => {
    const { sharing, 'e-sign': eSign, contact } = builtInTexts;
    for (const words of ['soft inquiry', 'instruct', 'does not change my credit score'])
      expect(sharing.en).toContain(words);
    // 15 USC 7001(c)(1): paper, withdrawal, its consequences, how, updating, hardware and software.
    for (const words of [
      'paper copy',
      'free of charge',
      'withdraw',
      'ends',
      'changes',
      'Chrome',
      'PDF',
    ])
      expect(eSign.en).toContain(words);
    // 47 CFR 64.1200(f)(9)
    for (const words of [
      'automated technology',
      'prerecorded',
      'not a condition',
      'STOP',
      'Message and data rates',
      'sign',
    ])
      expect(contact.en).toContain(words);
  });

  test("are published once, however often the portal starts, and staff's newer ones stay", async () => {
    const { db } = app.deps.database;
    const start = () => ensureBuiltInTexts(db, { now: app.clock.now(), timeZone });
    await Promise.all([start(), start()]);
    expect((await listed('terms')).latest).toBe(1);
    await publish('terms', 'of staff');
    await start();
    expect(await listed('terms')).toMatchObject({
      latest: 2,
      current: { publishedBy: 'Avery Quinn' },
    });
  });
});

describe('a new version', () => {
  test('published for today is shown immediately, keeps the earlier one readable, and is audited', async () => {
    const answer = await publish('privacy', 'today');
    expect(answer.json()).toMatchObject({ version: { version: 2, state: 'current' } });
    expect((await shown('privacy')).view).toMatchObject({
      version: 2,
      isCurrent: true,
      text: { title: 'Title today' },
    });
    expect((await shown('privacy', '?lang=es')).view.text.title).toBe('Title today es');
    const former = (await shown('privacy', '?version=1')).view;
    expect(former).toMatchObject({ version: 1, isCurrent: false });
    expect(former.versions.map(({ version }: LegalVersion) => version)).toEqual([2, 1]);
    const [entry] = await sql(
      "select * from audit_log where action = 'legal-text.published' order by id desc limit 1",
    );
    expect(entry).toMatchObject({
      entity_id: 'privacy',
      details: { version: 2, hashEn: hashOf(textOf('today')) },
    });
  });

  test("for a later day begins at midnight in the provider's time zone", async () => {
    const day = inDays(3);
    expect((await publish('e-sign', 'later', { effectiveFrom: day })).statusCode).toBe(200);
    expect(await listed('e-sign')).toMatchObject({
      current: { version: 1 },
      planned: { version: 2, effectiveFrom: day },
    });
    const before = await consentsOn(app, 'oak-and-iron');
    const [{ planned }] = [await listed('e-sign')];
    const start = new Date(planned.effectiveAt).getTime();
    expect(dayIn(new Date(start), timeZone)).toBe(day);
    expect(dayIn(new Date(start - 1000), timeZone)).not.toBe(day);
    // A future version is not public.
    expect((await shown('e-sign', '?version=2')).status).toBe(404);
    app.clock.pass((start - app.clock.now().getTime()) / 1000 - 1);
    expect((await shown('e-sign')).view.version).toBe(1);
    expect(await consentsOn(app, 'oak-and-iron')).toEqual(before);
    app.clock.pass(1);
    expect((await shown('e-sign')).view.version).toBe(2);
    expect((await consentsOn(app, 'oak-and-iron'))['e-sign']).not.toEqual(before['e-sign']);
    admin = await signedInAs(app, 'admin@demo.test');
  });

  test('replaces one scheduled for a later day', async () => {
    await publish('sharing', 'planned', { effectiveFrom: inDays(2) });
    await publish('sharing', 'sooner', { effectiveFrom: inDays(1) });
    const states = async () =>
      (await versions('sharing')).map(({ version, state }) => `${version} ${state}`);
    expect(await states()).toEqual(['3 planned', '2 replaced', '1 current']);
    app.clock.pass(3 * 86_400);
    admin = await signedInAs(app, 'admin@demo.test');
    expect(await states()).toEqual(['3 current', '2 replaced', '1 past']);
    expect((await shown('sharing', '?version=2')).status).toBe(404);
  });

  test("of two concurrent saves, one succeeds and the other gets a conflict with the author's name", async () => {
    const { latest: basedOn } = await listed('contact');
    const answers = await Promise.all([
      publish('contact', 'one', { basedOn }),
      publish('contact', 'two', { basedOn }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused.message).toContain('Avery Quinn published version 2');
    expect((await listed('contact')).latest).toBe(2);
  });

  test.each([
    [{ es: '' }, { es: 'This field is required.' }],
    [{ en: 'No title' }, { en: 'Please begin with a title: a line that starts with “# ”.' }],
    [{ en: '# Only a title' }, { en: 'Please add a paragraph below the title.' }],
    [{ en: '# T\n\nFor {nobody}' }, { en: 'There is no placeholder {nobody}.' }],
    [{ effectiveFrom: '2020-01-01' }, { effectiveFrom: 'Please choose today or a later day.' }],
    [{ effectiveFrom: 'soon' }, { effectiveFrom: 'Please enter a date.' }],
  ])('with %j is rejected', async (more, fields) => {
    const answer = await publish('terms', 'wrong', more);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual(fields);
  });

  test("can't be changed or deleted in the database", async () => {
    for (const statement of [
      "update legal_texts set text_en = ''",
      'delete from legal_texts',
      'truncate legal_texts',
    ])
      await expect(sql(statement)).rejects.toThrow('append-only');
  });

  test('is accepted together with the previous version for hours, and then alone', async () => {
    let sent = 0;
    const send = async (consents: object) => {
      const client = visitor(app);
      const { token } = (
        await client.post('/homeowner/pages/oak-and-iron/applications', {})
      ).json();
      const form = {
        firstName: 'Wanda',
        lastName: 'Home',
        email: `w${(sent += 1)}@example.com`,
        phone: `512557${1000 + sent}`,
        city: 'Austin',
        state: 'TX',
        creditBand: 'good',
        requestedAmount: 9000,
        project: 'Painting',
      };
      return client.post(`/homeowner/applications/${token}/submit`, { ...form, consents });
    };
    const old = await consentsOn(app, 'oak-and-iron');
    await publish('sharing', 'newest');
    app.clock.pass(11 * 3600);
    expect((await send(old)).statusCode).toBe(200);
    app.clock.pass(2 * 3600);
    const late = await send(old);
    expect(late.statusCode).toBe(422);
    expect(Object.keys(late.json().fields)).toEqual(['consents.sharing.hash']);
    expect((await send(await consentsOn(app, 'oak-and-iron'))).statusCode).toBe(200);
    admin = await signedInAs(app, 'admin@demo.test');
  });

  test('requires the settings privilege, and publishing requires step-up', async () => {
    const support = await signedInAs(app, 'support@demo.test');
    const owner = await signedInAs(app, 'pro@demo.test');
    for (const by of [support, owner]) {
      expect((await by.get('/manage/legal-texts')).statusCode).toBe(403);
      expect((await publish('terms', 'forbidden', {}, by)).statusCode).toBe(403);
    }
    expect((await visitor(app).get('/manage/legal-texts')).statusCode).toBe(401);
    admin.provesItself = false;
    app.clock.pass(11 * 60);
    const body = { en: textOf('x'), es: textOf('x'), effectiveFrom: today(), basedOn: 2 };
    expect((await admin.post('/manage/legal-texts/terms', body)).json()).toMatchObject({
      error: 'step_up_required',
    });
    admin.provesItself = true;
  });
});

describe('a text', () => {
  test('escapes HTML, scripts, and foreign addresses', () => {
    const { lead, rest } = readLegalText(
      '# T\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](//evil.example) [c](data:text/html,x) **d** [e](/p/x) [f](https://ok.example)\n\n- <script>',
    );
    expect(lead.filter(({ href }) => href !== undefined)).toEqual([
      { text: 'e', href: '/p/x' },
      { text: 'f', href: 'https://ok.example' },
    ]);
    expect(lead[0]?.text).toContain('<img src=x onerror=alert(1)>');
    expect(lead[0]?.text).toContain('[a](javascript:alert(1))');
    expect(rest).toEqual([{ kind: 'list', items: [[{ text: '<script>' }]] }]);
  });

  test("inserts a contractor's name unchanged, whatever characters it has", async () => {
    const name = '**Bold** [x](https://evil.example) {brand} \\ # <b>';
    await sql('update co_branded_pages set company_name = $1 where page_name = $2', [
      name,
      'oak-and-iron',
    ]);
    await publish('terms', 'named', { en: '# T\n\nOf {company}.', es: '# T\n\nDe {company}.' });
    const { view } = await shown('terms');
    await sql(
      "update co_branded_pages set company_name = 'Oak & Iron' where page_name = 'oak-and-iron'",
    );
    expect(view.text.lead).toEqual([{ text: `Of ${name}.` }]);
  });
});

describe('the provider’s licenses and lenders', () => {
  const read = async () => (await admin.get('/manage/provider')).json();
  const save = async (change: object, more: object = {}) => {
    const { provider, lastEdit } = await read();
    return admin.post('/manage/provider', {
      provider: { ...provider, ...change },
      lastEdit,
      ...more,
    });
  };

  test('are shown on their pages, and nothing is shown when empty', async () => {
    expect((await shown('licenses')).view.provider.nmlsId).toBe('9900100');
    expect((await shown('lenders')).view.provider.lenders).toHaveLength(5);
    const { provider } = await read();

    expect((await save({ nmlsId: '', licenses: [], lenders: [] })).statusCode).toBe(200);
    for (const kind of ['licenses', 'lenders', 'nothing', 'terms%00'])
      expect((await shown(kind)).status, kind).toBe(404);
    expect((await save(provider)).statusCode).toBe(200);
  });

  test('are rejected when impossible', async () => {
    const license = { state: 'OH', number: '1', name: 'L' };
    const lender = { name: 'A Bank', nmlsId: '1', website: 'abank.example.com' };
    const wrongState = { ...lender, states: ['XX'] };
    const wrong: [object, string][] = [
      [{ nmlsId: 'abc' }, 'provider.nmlsId'],
      [{ licenses: [{ ...license, state: 'XX' }] }, 'provider.licenses.0.state'],
      [{ licenses: [{ ...license, number: '' }] }, 'provider.licenses.0.number'],
      [{ lenders: [wrongState] }, 'provider.lenders.0.states.0'],
      [{ lenders: [{ ...lender, website: 'javascript:alert(1)' }] }, 'provider.lenders.0.website'],
    ];
    for (const [change, field] of wrong)
      expect(Object.keys((await save(change)).json().fields)).toEqual([field]);
  });

  test('changed since are a conflict, and each save is audited', async () => {
    const { lastEdit } = await read();
    app.clock.pass(5);
    expect((await save({ nmlsId: '77' })).statusCode).toBe(200);
    const late = await save({ nmlsId: '88' }, { lastEdit });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain(
      'Avery Quinn changed this while you were editing: the NMLS ID.',
    );
    const [entry] = await sql(
      "select details from audit_log where action = 'provider.saved' order by id desc limit 1",
    );
    expect(entry.details).toEqual({ before: { nmlsId: '9900100' }, after: { nmlsId: '77' } });
    const support = await signedInAs(app, 'support@demo.test');
    expect((await support.get('/manage/provider')).statusCode).toBe(403);
    expect((await support.post('/manage/provider', { provider: {} })).statusCode).toBe(403);
  });
});
