import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rm } from 'node:fs/promises';
import { removedPerson } from '@lintel/contract/privacy/constants';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import type { PrivacyRequest, PrivacyRequestDetails } from '@lintel/contract/privacy/requests';
import { readPdf } from '../../../../test/pdf.ts';
import { consentsOn } from '../../../../test/consents.ts';
import {
  createTestApp,
  signedInAs,
  visitor,
  type TestApp,
  type TestClient,
} from '../../../../test/app.ts';

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let admin: TestClient;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInAs(app, 'admin@demo.test');
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.database.pool.query<Row>(text, values)).rows;

const viewIn = (html: string): PrivacyView =>
  JSON.parse(html.replace(/^.*<\/title>/s, '')) as PrivacyView;
const form = (
  client: TestClient,
  path: string,
  fields: Record<string, string> = {},
  from = '198.51.100.30',
) =>
  client.call('POST', path, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: from,
  });
let networks = 0;
const ask = async (email: string, kind: string, page = 'summit-roofing') => {
  networks += 1;
  const answer = await form(
    visitor(app),
    `/p/${page}/privacy`,
    { email, kind },
    `203.0.113.${networks}`,
  );
  return { status: answer.statusCode, view: viewIn(answer.body) };
};
/** The content of the newest message of an event to an address. */
const mailTo = async (email: string, event: string): Promise<string> => {
  await app.work();
  const [row] = await query<{ text: string; subject: string }>(
    "select subject, text from messages where channel = 'email' and lower(recipient) = lower($1) and event = $2 order by id desc limit 1",
    [email, event],
  );
  return row === undefined ? '' : `${row.subject}\n${row.text ?? ''}`;
};
const pathIn = (mail: string): string => /\/privacy\/[\w/-]+/.exec(mail)?.[0] ?? 'no link';
const confirmedRequest = async (
  email: string,
  kind: 'copy' | 'deletion',
): Promise<PrivacyRequest> => {
  await ask(email, kind);
  const answer = await form(visitor(app), pathIn(await mailTo(email, 'privacy-link')));
  expect(viewIn(answer.body).step, answer.body).toBe('received');
  const { data } = (
    await admin.get(`/manage/privacy-requests?state=open&search=${encodeURIComponent(email)}`)
  ).json();
  expect(data).toHaveLength(1);
  return data[0];
};
const details = async (id: number): Promise<PrivacyRequestDetails> =>
  (await admin.get(`/manage/privacy-requests/${id}`)).json();
const decide = (id: number, what: 'fulfil' | 'reject' | 'extend', body: object, client = admin) =>
  client.post(`/manage/privacy-requests/${id}/${what}`, body);

const person = {
  firstName: 'Nora',
  lastName: 'Quill',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: 12_500,
  project: 'Painting',
  projectAddress: '7 Elm Street',
};
/** Submits an application on a page and returns its id. */
const send = async (
  email: string,
  { page = 'summit-roofing', ...more }: Record<string, string> = {},
) => {
  const client = visitor(app);
  const { token } = (await client.post(`/homeowner/pages/${page}/applications`, {})).json();
  const phone = `512555${String(1000 + networks)}`;
  const answer = await client.post(`/homeowner/applications/${token}/submit`, {
    ...person,
    phone,
    ...more,
    email,
    consents: await consentsOn(app, page),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const [row] = await query<{ id: string }>('select id from applications order by id desc limit 1');
  return { id: Number(row?.id), token: String(token) };
};
/** Closes an application. */
const end = (id: number) =>
  query('update applications set withdrawn_at = now() where id = $1', [id]);

describe('the page', () => {
  test('returns an error code for each invalid answer, so that each language has its own text', async () => {
    const path = '/p/summit-roofing/privacy';
    const none = await form(visitor(app), path, { email: 'not an address', kind: '' });
    expect(none.statusCode).toBe(422);
    expect(viewIn(none.body)).toMatchObject({
      step: 'ask',
      errors: { email: { key: 'email' }, kind: { key: 'required' } },
    });
    const empty = await form(visitor(app), path, { email: ' ', kind: 'copy' });
    expect(viewIn(empty.body)).toMatchObject({ errors: { email: { key: 'required' } } });
  });

  test("shows the form on a contractor's page, and a 404 for an unknown page", async () => {
    const answer = await visitor(app).get('/p/summit-roofing/privacy');
    expect(answer.statusCode).toBe(200);
    expect(viewIn(answer.body)).toEqual({
      step: 'ask',
      email: '',
      kind: 'copy',
      errors: {},
      months: 24,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    for (const path of [
      '/p/no-such-page/privacy',
      '/privacy/aaaa',
      '/privacy/copy/aaaa',
      '/privacy/copy/aaaa/data.json',
    ]) {
      const none = await visitor(app).get(path);
      expect([none.statusCode, viewIn(none.body).step], path).toEqual([404, 'invalid']);
    }
  });

  test('marks invalid fields and creates no request', async () => {
    const { status, view } = await ask('not an address', 'everything');
    expect(status).toBe(422);
    expect(view).toMatchObject({ step: 'ask', email: 'not an address' });
    expect(Object.keys(view.step === 'ask' ? view.errors : {})).toEqual(['email', 'kind']);
  });

  test('responds the same whether an address is known or not, and sends a message either way', async () => {
    await send('known@example.com');
    const known = await ask('known@example.com', 'copy');
    const unknown = await ask('stranger@example.com', 'copy');
    expect([known.status, known.view.step]).toEqual([200, 'asked']);
    expect({ ...unknown.view, email: '' }).toEqual({ ...known.view, email: '' });
    for (const email of ['known@example.com', 'stranger@example.com'])
      expect(await mailTo(email, 'privacy-link')).toContain('Review the request');
  });

  test('sends an address at most three messages a day, without revealing it', async () => {
    for (let time = 0; time < 5; time += 1)
      expect((await ask('often@example.com', 'copy')).view.step).toBe('asked');
    await app.work();
    expect(
      await query(
        `select 1 from messages where channel = 'email' and recipient = 'often@example.com'`,
      ),
    ).toHaveLength(3);
  });

  test('accepts 20 requests an hour from a network', async () => {
    const client = visitor(app);
    for (let time = 0; time < 20; time += 1)
      expect(
        (
          await form(
            client,
            '/p/summit-roofing/privacy',
            { email: `n${time}@example.com`, kind: 'copy' },
            '192.0.2.9',
          )
        ).statusCode,
      ).toBe(200);
    const refused = await form(
      client,
      '/p/summit-roofing/privacy',
      { email: 'n@example.com', kind: 'copy' },
      '192.0.2.9',
    );
    expect([refused.statusCode, viewIn(refused.body).step]).toEqual([429, 'busy']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

/** Runs two calls about an address concurrently. */
async function pressedTwice<Answer>(
  email: string,
  press: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const { pool } = app.deps.database;
  const client = await pool.connect();
  try {
    const turn = "hashtextextended('privacy ' || $1, 0)";
    await client.query(`select pg_advisory_lock(${turn})`, [email]);
    const answers = Promise.all([press(), press()]);
    for (let waiting = 0; waiting < 2;) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int count from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      );
      waiting = rows[0]?.count ?? 0;
    }
    await client.query(`select pg_advisory_unlock(${turn})`, [email]);
    return await answers;
  } finally {
    client.release();
  }
}

describe('the link', () => {
  test('changes nothing on GET and counts once on POST; then the 45 days begin', async () => {
    await ask('Link@Example.com', 'deletion');
    const path = pathIn(await mailTo('link@example.com', 'privacy-link'));
    const looked = viewIn((await visitor(app).get(path)).body);
    expect(looked).toEqual({ step: 'confirm', email: 'link@example.com', kind: 'deletion' });
    const list = async () =>
      (await admin.get('/manage/privacy-requests?search=link@example.com')).json();
    expect((await list()).total).toBe(0);
    const answers = await pressedTwice('link@example.com', () => form(visitor(app), path));
    // Two POSTs make one request.
    expect(answers.map(({ body }) => viewIn(body).step)).toEqual(['received', 'received']);
    const { data } = await list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      kind: 'deletion',
      state: 'open',
      email: 'link@example.com',
      overdue: false,
      companyName: 'Summit Roofing LLC',
    });
    expect(Date.parse(data[0].dueAt) - Date.parse(data[0].receivedAt)).toBe(45 * 86_400_000);
    expect((await form(visitor(app), path)).statusCode).toBe(404);
    expect(await mailTo('link@example.com', 'privacy-news')).toContain('We received your request');
    expect(
      await query(
        "select 1 from audit_log where action = 'privacy-request.received' and entity_id = $1 and address is not null",
        [String(data[0].id)],
      ),
    ).toHaveLength(1);
  });

  test('expires after 24 hours', async () => {
    await ask('late@example.com', 'copy');
    const path = pathIn(await mailTo('late@example.com', 'privacy-link'));
    await query(
      `update access_links set expires_at = now() - interval '1 hour'
       where subject in (select id::text from privacy_requests where email = 'late@example.com')`,
    );
    expect((await visitor(app).get(path)).statusCode).toBe(404);
    expect((await form(visitor(app), path)).statusCode).toBe(404);
  });

  test('leads to the open request when the same was already requested', async () => {
    const { id } = await confirmedRequest('twice@example.com', 'copy');
    await ask('twice@example.com', 'copy');
    const answer = await form(
      visitor(app),
      pathIn(await mailTo('twice@example.com', 'privacy-link')),
    );
    expect(viewIn(answer.body)).toMatchObject({ step: 'received', number: id });
    expect(
      (await admin.get('/manage/privacy-requests?search=twice@example.com')).json().total,
    ).toBe(1);
  });
});

describe('staff', () => {
  test("without the privilege, staff can't see or do anything, nor can contractors or their teams, switched or not", async () => {
    const { id, version } = await confirmedRequest('door@example.com', 'copy');
    const support = await signedInAs(app, 'support@demo.test');
    const team = await signedInAs(app, 'team@demo.test');
    for (const client of [support, team, pro, visitor(app)])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${id}`],
        ['POST', `/${id}/fulfil`],
        ['POST', `/${id}/reject`],
        ['POST', `/${id}/extend`],
      ] as const)
        expect([401, 403]).toContain(
          (
            await client.call(
              method,
              `/manage/privacy-requests${path}`,
              method === 'POST' ? { payload: { version, reason: 'x' } } : {},
            )
          ).statusCode,
        );
    const switched = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
    expect((await switched.get('/manage/privacy-requests')).statusCode).toBe(403);
    expect(await details(id)).toMatchObject({ state: 'open' });
  });

  test("don't see unverified requests", async () => {
    await ask('unproved@example.com', 'deletion');
    const [row] = await query<{ id: number }>(
      "select id from privacy_requests where email = 'unproved@example.com'",
    );
    expect((await admin.get(`/manage/privacy-requests/${row?.id}`)).statusCode).toBe(404);
    expect((await decide(row?.id ?? 0, 'fulfil', { version: 1 })).statusCode).toBe(404);
  });

  test('extend a request once, with a reason that the person can read', async () => {
    const { id, version, dueAt } = await confirmedRequest('extend@example.com', 'copy');
    const answer = await decide(id, 'extend', { version, reason: 'We wait for a  lender.' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { request } = answer.json();
    expect(Date.parse(request.dueAt) - Date.parse(dueAt)).toBe(45 * 86_400_000);
    expect(request.extended).toBe(true);
    expect(await mailTo('extend@example.com', 'privacy-news')).toContain('We wait for a lender.');
    const again = await decide(id, 'extend', { version: request.version, reason: 'More' });
    expect([again.statusCode, again.json().error]).toEqual([409, 'conflict']);
    expect((await decide(id, 'extend', { version: request.version, reason: ' ' })).statusCode).toBe(
      422,
    );
  });

  test('reject with a reason', async () => {
    const { id, version } = await confirmedRequest('reject@example.com', 'deletion');
    await decide(id, 'reject', { version, reason: 'The law keeps it.' });
    expect(await details(id)).toMatchObject({
      state: 'rejected',
      reason: 'The law keeps it.',
      decidedBy: 'Avery Quinn',
      found: [],
    });
    expect(await mailTo('reject@example.com', 'privacy-news')).toContain('The law keeps it.');
    expect((await decide(id, 'fulfil', { version: version + 1 })).statusCode).toBe(409);
  });

  test('filter by state, search by address, and see overdue requests first', async () => {
    const { id } = await confirmedRequest('overdue@example.com', 'copy');
    await query("update privacy_requests set due_at = now() - interval '1 day' where id = $1", [
      id,
    ]);
    const late = (await admin.get('/manage/privacy-requests?state=overdue')).json();
    expect(late.data.map((one: PrivacyRequest) => one.id)).toEqual([id]);
    expect(late).toMatchObject({ overdue: 1, total: 1 });
    const all = (await admin.get('/manage/privacy-requests')).json();
    expect(all.data[0]).toMatchObject({ id, overdue: true });
    const rejected = (await admin.get('/manage/privacy-requests?state=rejected')).json();
    expect(rejected.data.map((one: PrivacyRequest) => one.email)).toEqual(['reject@example.com']);
    expect((await admin.get('/manage/privacy-requests?search=%25')).json().total).toBe(0);
  });

  test('are notified a week before a request is due, once for each date', async () => {
    const { id } = await confirmedRequest('soon@example.com', 'copy');
    await query("update privacy_requests set due_at = now() + interval '6 days' where id = $1", [
      id,
    ]);
    const handler = app.composed.jobs.find(({ job }) => job.id === 'privacy.tend-requests');
    await handler?.run({});
    await handler?.run({});
    expect(await mailTo('admin@demo.test', 'privacy-due')).toContain(
      `Privacy request ${id} is due on`,
    );
    const keys = await query<{ key: string }>(
      "select key from messages where channel = 'email' and key like $1",
      [`privacy-due:${id}:%`],
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(0);
  });
});

describe('a copy', () => {
  const hostile = {
    firstName: '#set page(width: 1pt) *Nora*',
    lastName: '</script>Quill',
    projectAddress: '#read("/etc/passwd") \u202E$x$',
  };

  test('contains all data of this address and no other, as JSON and PDF, with an expiring link', async () => {
    const email = 'copy@example.com';
    const { id: applicationId } = await send(email, {
      firstName: 'Nora',
      lastName: 'O’Quill',
      projectAddress: hostile.projectAddress,
    });
    await send('copy@example.com', { page: 'oak-and-iron' });
    await send('xcopy@example.com', { lastName: 'Other' });
    await app.work();
    const { id, version } = await confirmedRequest(email, 'copy');
    expect(await details(id)).toMatchObject({
      found: [
        { what: 'Applications', count: 2 },
        { what: 'Consents', count: 6 },
        { what: 'Adverse action notices', count: 0 },
        { what: 'Sent links', count: 0 },
        { what: 'Customers', count: 0 },
        { what: 'Estimates and invoices', count: 0 },
        { what: 'E-mails' },
        { what: 'Undeliverable address', count: 0 },
      ],
      kept: [],
    });
    await query(
      `update contractors set time_zone = case id when 101 then 'America/Chicago' else 'America/Denver' end
       where id in (101, 102)`,
    );
    const both = await Promise.all([
      decide(id, 'fulfil', { version }),
      decide(id, 'fulfil', { version }),
    ]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
    const path = pathIn(await mailTo(email, 'privacy-news'));
    const shown = viewIn((await visitor(app).get(path)).body);
    expect(shown).toMatchObject({
      step: 'copy',
      email,
      pdf: `${path}/data.pdf`,
      json: `${path}/data.json`,
    });
    const json = await visitor(app).get(`${path}/data.json`);
    expect(json.headers['content-disposition']).toBe('attachment; filename="personal-data.json"');
    const copy = json.json();
    expect(copy.email).toBe(email);
    const [first, second] = copy.data[0].items;
    expect(first.title).toBe(`Application ${applicationId}`);
    expect(second.facts).toContainEqual({ label: 'Contractor', value: 'Oak & Iron Remodeling' });
    const facts = Object.fromEntries(
      first.facts.map(({ label, value }: { label: string; value: string }) => [label, value]),
    );
    expect(facts).toMatchObject({
      Name: 'Nora O’Quill',
      'E-mail': email,
      City: 'Austin',
      'Amount requested': '$12,500.00',
      'Project address': hostile.projectAddress,
      // In the contractor's time zone, which is named.
      Begun: expect.stringMatching(/ C[SD]T$/),
    });
    const times = (item: { facts: { label: string; value: string }[] }) =>
      item.facts.filter(({ label }) => label === 'Begun').map(({ value }) => value.slice(-3, -2));
    expect(times(second)).toEqual(['M']);
    for (const consent of copy.data[1].items)
      expect(consent.facts).toContainEqual({
        label: 'When',
        value: expect.stringMatching(/ [CM][SD]T$/),
      });
    expect(Object.keys(facts).some((label) => label.startsWith('Offer from '))).toBe(true);
    expect(json.body).not.toContain('Other');
    // No internal staff notes.
    expect(json.body).not.toContain('repeated');
    const pdf = await visitor(app).get(`${path}/data.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const text = (await readPdf(pdf.rawPayload)).text;
    expect(text).toContain('Nora O’Quill');
    expect(text).toContain('#read("/etc/passwd") $x$');
    expect(text).not.toContain('root:');
    expect(
      await query(
        "select details from audit_log where action = 'privacy-request.copy-fetched' order by id",
      ),
    ).toEqual([{ details: { format: 'json' } }, { details: { format: 'pdf' } }]);
    // It is stored sealed and appears neither in the message log nor in the list.
    const [row] = await query<{ copy_sealed: string }>(
      'select copy_sealed from privacy_requests where id = $1',
      [id],
    );
    expect(row?.copy_sealed).not.toContain('Nora');
    app.clock.pass(14 * 86_400 + 1);
    expect((await visitor(app).get(path)).statusCode).toBe(404);
    expect((await visitor(app).get(`${path}/data.json`)).statusCode).toBe(404);
    await app.composed.jobs.find(({ job }) => job.id === 'privacy.tend-requests')?.run({});
    expect(await query('select copy_sealed from privacy_requests where id = $1', [id])).toEqual([
      { copy_sealed: null },
    ]);
    app.clock.pass(-(14 * 86_400 + 1));
  });

  test('states that there is no data for an unknown person, without failing', async () => {
    const { id, version } = await confirmedRequest('nobody@example.com', 'copy');
    expect((await decide(id, 'fulfil', { version })).statusCode).toBe(200);
    const path = pathIn(await mailTo('nobody@example.com', 'privacy-news'));
    const { data } = (await visitor(app).get(`${path}/data.json`)).json();
    expect(data[0]).toEqual({ name: 'Applications', items: [] });
    const pdf = await visitor(app).get(`${path}/data.pdf`);
    expect((await readPdf(pdf.rawPayload)).text).toContain('Nothing.');
  });
});

describe('a requester in Spanish', () => {
  const askIn = async (email: string, kind: string) => {
    networks += 1;
    const path = '/p/summit-roofing/privacy?lang=es';
    await form(visitor(app), path, { email, kind }, `203.0.113.${networks}`);
    const link = await mailTo(email, 'privacy-link-es');
    const answer = await form(visitor(app), pathIn(link));
    expect(viewIn(answer.body).step).toBe('received');
    const search = `/manage/privacy-requests?state=open&search=${encodeURIComponent(email)}`;
    const { data } = (await admin.get(search)).json();
    return { link, request: data[0] as PrivacyRequest };
  };
  const saidTo = async (email: string): Promise<string> =>
    (await mailTo(email, 'privacy-news-es')).replaceAll(/\s+/g, ' ');

  test('gets every message about a copy in Spanish, with links to Spanish pages', async () => {
    const email = 'copia@example.com';
    const { link, request } = await askIn(email, 'copy');
    for (const words of ['Confirme su solicitud', 'Copia de los datos', '24 horas', '?lang=es'])
      expect(link).toContain(words);
    expect(await saidTo(email)).toMatch(
      /Recibimos su solicitud.* Usted pidió una copia .* a más tardar el \d+ de [a-z]+ de \d{4}/,
    );
    const put = await decide(request.id, 'extend', {
      version: request.version,
      reason: 'Esperamos a una entidad.',
    });
    expect(await saidTo(email)).toContain('Motivo: Esperamos a una entidad.');
    const { version } = put.json().request;
    expect((await decide(request.id, 'fulfil', { version })).statusCode).toBe(200);
    const ready = await saidTo(email);
    expect(ready).toContain('La copia de sus datos está lista');
    expect(ready).toMatch(/Descargar mi copia .*\/privacy\/copy\/[\w-]+\?lang=es/);
    const events = await query<{ event: string }>(
      "select distinct event from messages where channel = 'email' and recipient = $1 order by event",
      [email],
    );
    expect(events.map(({ event }) => event)).toEqual(['privacy-link-es', 'privacy-news-es']);
  });

  test('gets the copy in Spanish, while staff see its parts in English', async () => {
    const email = 'expediente@example.com';
    const open = await send(email, { phone: '5125550113' });
    const { request } = await askIn(email, 'copy');
    const decided = await decide(request.id, 'fulfil', { version: request.version });
    expect(decided.statusCode).toBe(200);
    expect((await details(request.id)).found[0]).toEqual({ what: 'Applications', count: 1 });
    const path = pathIn(await mailTo(email, 'privacy-news-es'));
    const { data } = (await visitor(app).get(`${path}/data.json`)).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Solicitudes',
      'Consentimientos',
      'Avisos de decisiones adversas',
      'Enlaces enviados',
      'Clientes',
      'Presupuestos y facturas',
      'Correos electrónicos',
      'Dirección que no recibe correos',
    ]);
    const [application] = data[0].items;
    expect(application.title).toBe(`Solicitud ${open.id}`);
    expect(application.facts).toContainEqual({ label: 'Correo electrónico', value: email });
    const sent = application.facts.find(({ label }: { label: string }) => label === 'Enviada');
    expect(sent.value).toMatch(/^\d+ de [a-z]+ de \d{4}/);
    const text = (await readPdf((await visitor(app).get(`${path}/data.pdf`)).rawPayload)).text;
    expect(text).toMatch(/Sus datos personales[^]*Solicitudes[^]*Página 1 de \d/);
    await end(open.id);
  });

  test('reads in Spanish what a deletion keeps and why, while staff read it in English', async () => {
    const email = 'elimina@example.com';
    const open = await send(email, { phone: '5125550112' });
    const { request } = await askIn(email, 'deletion');
    await decide(request.id, 'fulfil', { version: request.version });
    const told = await saidTo(email);
    for (const words of [
      'Sus datos fueron eliminados',
      '1 solicitud. La solicitud todavía está en curso con un prestamista. Se elimina cuando eso termina.',
      'Consentimientos de 1 solicitud. Demuestran lo que usted aceptó',
      'Esta solicitud con su correo electrónico. Durante dos años',
    ])
      expect(told).toContain(words);
    const { kept } = await details(request.id);
    expect(kept.map(({ what }) => what)).toEqual([
      '1 application',
      'Consents for 1 application',
      'This request with your e-mail address',
    ]);
    await end(open.id);
  });

  test('reads a rejection in Spanish, with the reason as staff wrote it', async () => {
    const email = 'rechazo@example.com';
    const { request } = await askIn(email, 'deletion');
    await decide(request.id, 'reject', { version: request.version, reason: 'La ley lo exige.' });
    expect(await saidTo(email)).toMatch(
      /No podemos hacer lo que pidió.* Motivo: La ley lo exige\./,
    );
  });
});

describe('a deletion', () => {
  test('removes the person at every contractor, notifies them, keeps active business, and finishes later', async () => {
    const email = 'gone@example.com';
    const done = await send(email);
    const elsewhere = await send('Gone@example.com', { page: 'oak-and-iron' });
    const open = await send(email, { phone: '5125550111' });
    await app.work();
    await end(done.id);
    await end(elsewhere.id);
    const { id, version } = await confirmedRequest(email, 'deletion');
    const seen = await details(id);
    expect(seen.found[0]).toEqual({ what: 'Applications', count: 3 });
    expect(seen.kept[0]?.why).toContain('still in progress with a lender');
    const both = await Promise.all([
      decide(id, 'fulfil', { version }),
      decide(id, 'fulfil', { version }),
    ]);
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409']);
    const names = async (ids: number[]) =>
      (
        await query<{ applicant_name: string }>(
          'select applicant_name from applications where id = any($1) order by id',
          [ids],
        )
      ).map((row) => row.applicant_name);
    expect(await names([done.id, elsewhere.id, open.id])).toEqual([
      removedPerson,
      removedPerson,
      'Nora Quill',
    ]);
    const told = await mailTo(email, 'privacy-news');
    expect(told).toContain('Your data was deleted');
    expect(told).toContain('still in progress with a lender');
    const { data } = (await pro.get(`/reports-applications/${done.id}`)).json();
    expect(data).toMatchObject({
      applicantName: removedPerson,
      applicantEmail: '',
      requestedAmount: 12_500,
    });
    const contractor = await query<{ text: string; contractor_id: number }>(
      "select text, contractor_id from messages where channel = 'email' and event = 'privacy-removed' order by contractor_id",
    );
    expect(new Set(contractor.map(({ contractor_id: whose }) => whose))).toEqual(
      new Set([101, 102]),
    );
    expect(contractor[0]?.text).toContain(`applications now show`);
    expect(contractor[0]?.text).toContain(String(done.id));
    expect(contractor[0]?.text).not.toContain(String(elsewhere.id));
    const removed = await query<{ contractor_id: number; details: object }>(
      "select contractor_id, details from audit_log where action = 'privacy-request.removed' order by contractor_id",
    );
    expect(removed[0]).toEqual({ contractor_id: 101, details: { applications: [done.id] } });
    // The browser's saved link no longer works; the link of the open application does.
    expect((await visitor(app).get(`/homeowner/applications/${done.token}`)).statusCode).toBe(404);
    expect((await visitor(app).get(`/homeowner/applications/${open.token}`)).statusCode).toBe(200);
    // Removed and remaining applications of one homeowner count once in the guarantee.
    const keys = await query('select distinct person_key from applications where id = any($1)', [
      [done.id, open.id],
    ]);
    expect(keys).toHaveLength(1);
    const tend = app.composed.jobs.find(({ job }) => job.id === 'privacy.tend-requests');
    await tend?.run({});
    expect(await names([open.id])).toEqual(['Nora Quill']);
    await end(open.id);
    await tend?.run({});
    await tend?.run({});
    expect(await names([open.id])).toEqual([removedPerson]);
    expect(
      await query(
        "select 1 from audit_log where action = 'privacy-request.finished' and entity_id = $1",
        [String(id)],
      ),
    ).toHaveLength(1);
  });

  test('empties the messages sent to the person and a copy that is ready', async () => {
    const email = 'mails@example.com';
    const { id: applicationId } = await send(email);
    await app.work();
    await end(applicationId);
    const copy = await confirmedRequest(email, 'copy');
    await decide(copy.id, 'fulfil', { version: copy.version });
    const path = pathIn(await mailTo(email, 'privacy-news'));
    const { id, version } = await confirmedRequest(email, 'deletion');
    await app.work();
    await decide(id, 'fulfil', { version });
    await app.work();
    const left = await query<{ event: string }>(
      "select event from messages where channel = 'email' and lower(recipient) = $1",
      [email],
    );
    expect(left.map(({ event }) => event)).toEqual(['privacy-news']);
    expect((await visitor(app).get(path)).statusCode).toBe(404);
    expect(
      await query(
        `select 1 from messages where channel = 'email' and html like '%Nora Quill%' and key like $1`,
        [`application-${applicationId}-%`],
      ),
    ).toEqual([]);
  });

  test('keeps records created later with the same address', async () => {
    const email = 'again@example.com';
    await end((await send(email)).id);
    const { id, version } = await confirmedRequest(email, 'deletion');
    await decide(id, 'fulfil', { version });
    app.clock.pass(60);
    const later = await send(email);
    await end(later.id);
    await app.composed.jobs.find(({ job }) => job.id === 'privacy.replay-erasures')?.run({});
    await app.composed.jobs.find(({ job }) => job.id === 'privacy.tend-requests')?.run({});
    expect(
      await query('select applicant_name from applications where id = $1', [later.id]),
    ).toEqual([{ applicant_name: 'Nora Quill' }]);
  });

  test('is replayed after a restore that brought the person back, once', async () => {
    const email = 'restored@example.com';
    const { id: applicationId } = await send(email);
    await end(applicationId);
    const [before] = await query<{ row: object }>(
      'select to_jsonb(a) as row from applications a where id = $1',
      [applicationId],
    );
    const { id, version } = await confirmedRequest(email, 'deletion');
    await decide(id, 'fulfil', { version });
    await app.work();
    const [{ hash } = { hash: '' }] = await query<{ hash: string }>(
      'select hash from erasures order by until desc limit 1',
    );
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // Yesterday's database has neither the deletion nor its record.
    await query('delete from erasures where hash = $1', [hash]);
    await query(
      `update applications a set applicant_name = r.applicant_name, email = r.email, phone = r.phone, anonymised_at = null
       from jsonb_populate_record(null::applications, $2) r where a.id = $1`,
      [applicationId, JSON.stringify(before?.row)],
    );
    expect(
      await query('select applicant_name from applications where id = $1', [applicationId]),
    ).toEqual([{ applicant_name: 'Nora Quill' }]);
    const replay = app.composed.jobs.find(({ job }) => job.id === 'privacy.replay-erasures');
    await replay?.run({});
    await replay?.run({});
    expect(
      await query('select applicant_name, email from applications where id = $1', [applicationId]),
    ).toEqual([{ applicant_name: removedPerson, email: '' }]);
    expect(
      await query("select details from audit_log where action = 'privacy-request.replayed'"),
    ).toEqual([{ details: { deletions: 1, addresses: 1 } }]);
    expect(await query('select 1 from erasures where hash = $1', [hash])).toHaveLength(1);
  });

  test('is stored in the file store again if that lost it', async () => {
    const folder = `${app.deps.config.DATA_DIR}/files/erasures`;
    await rm(folder, { recursive: true, force: true });
    await app.composed.jobs.find(({ job }) => job.id === 'privacy.replay-erasures')?.run({});
    const keys = await app.deps.files.list({ after: 'erasures/', limit: 500 });
    const [row] = await query<{ count: string }>('select count(*) from erasures');
    expect(keys.filter(({ key }) => key.startsWith('erasures/'))).toHaveLength(Number(row?.count));
  });

  test('deletes unconfirmed requests after a week and the address of answered ones after two years', async () => {
    const old = await confirmedRequest('old-answer@example.com', 'copy');
    await decide(old.id, 'reject', { version: old.version, reason: 'Nothing is known.' });
    await ask('never-confirmed@example.com', 'copy');
    await query(
      "update privacy_requests set created_at = now() - interval '9 days' where state = 'unproven'",
    );
    await query(
      "update privacy_requests set decided_at = decided_at - interval '25 months' where state = 'rejected'",
    );
    await app.composed.jobs.find(({ job }) => job.id === 'privacy.retention')?.run({});
    expect(await query("select 1 from privacy_requests where state = 'unproven'")).toEqual([]);
    expect(
      await query("select distinct email, reason from privacy_requests where state = 'rejected'"),
    ).toEqual([{ email: '', reason: '' }]);
  });
});

describe('similar customers', () => {
  const victim = {
    name: 'Vera Victim',
    phone: '5125550931',
    street: '9 Oak Lane',
    notes: 'Gate 4711',
  };
  const keep = async (facts: object): Promise<number> => {
    const { data } = (await pro.post('/customers', { ...facts })).json();
    return data.id;
  };
  const rowOf = async (id: number) =>
    (
      await query<{ email: string; name: string }>('select * from customers where id = $1', [id])
    )[0];

  test("an application's e-mail isn't added to a customer with the same phone", async () => {
    const id = await keep({ ...victim, phone: '5125550932' });
    const attacker = 'attacker-one@example.com';
    await send(attacker, { phone: '5125550932' });
    await pro.post('/customers/from-applications', {});
    await app.work();
    expect((await rowOf(id))?.email).toBe('');
  });

  test('a match by phone is left out of copy and deletion until staff decide about it', async () => {
    const id = await keep(victim);
    const attacker = 'attacker-two@example.com';
    await send(attacker, { phone: victim.phone });
    const request = await confirmedRequest(attacker, 'deletion');
    const { matches, version } = await details(request.id);
    expect(matches).toMatchObject([
      {
        why: 'phone',
        given: { email: attacker },
        held: { name: victim.name, email: '' },
        decision: null,
      },
    ]);
    expect((await decide(request.id, 'fulfil', { version })).statusCode).toBe(409);
    const key = matches[0]?.key ?? '';
    const path = `/manage/privacy-requests/${request.id}/matches`;
    const wrong = { version, key: 'customer 1 1', decision: 'same' };
    expect((await admin.post(path, wrong)).statusCode).toBe(404);
    const answers = await Promise.all(
      [1, 2].map(() => admin.post(path, { version, key, decision: 'other' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const decided = await details(request.id);
    expect(decided.matches[0]?.decision).toBe('other');
    await decide(request.id, 'fulfil', { version: decided.version });
    expect((await rowOf(id))?.name).toBe(victim.name);
  });

  test('an e-mail that an application filled in earlier also needs a decision', async () => {
    const email = 'filled-in@example.com';
    const id = await keep({ ...victim, phone: '5125550933', email });
    await query(
      `insert into customer_events (contractor_id, customer_id, at, kind, details)
       select contractor_id, id, now(), 'filled', '{"fields": ["email"], "origin": "application"}'
       from customers where id = $1`,
      [id],
    );
    const request = await confirmedRequest(email, 'deletion');
    const { matches, version } = await details(request.id);
    expect(matches.map(({ why }) => why)).toEqual(['application']);
    const key = matches[0]?.key ?? '';
    await admin.post(`/manage/privacy-requests/${request.id}/matches`, {
      version,
      key,
      decision: 'same',
    });
    await decide(request.id, 'fulfil', { version: (await details(request.id)).version });
    expect((await rowOf(id))?.name).toBe(removedPerson);
  });
});
