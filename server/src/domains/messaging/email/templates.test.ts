import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInEvents } from '@lintel/contract/emails/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { BusyMachine } from '../../../../test/edges.ts';
import { mailTo } from '../../../../test/mail.ts';
import { emailTemplates } from './tables.ts';
import { openHelpers } from '../../../platform/helper/pool.ts';
import { silent } from '../../../../test/renderer.ts';
import { auditLog } from '../../../platform/tables.ts';

let app: TestApp;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await signedInAs(app, 'admin@demo.test');
});
afterAll(() => app.close());

const form = (more: object = {}) => ({
  type: 1,
  subject: 'Hello {{ user.firstname }}',
  from: 'sender@example.com',
  to: '{{ user.email }}',
  body: '<p>Hi</p>',
  enabled: true,
  ...more,
});

async function event(type: string): Promise<number> {
  const saved = await staff.post('/manage/emails/template-types', { type });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  const { data } = (
    await staff.get(`/manage/emails/template-types?filters[searchText]=${type}`)
  ).json();
  return data[0].id;
}

async function created(more: object = {}) {
  const usedFor = await event(`event-${crypto.randomUUID()}`);
  const answer = await staff.post('/manage/emails/templates', form({ usedFor, ...more }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().template;
}
const fieldsOf = async (answer: ReturnType<TestClient['post']>) => {
  const { statusCode } = await answer;
  return { statusCode, fields: (await answer).json().fields };
};

test('every built-in event starts with an enabled template, and the list searches the visible columns [ADM-193] [ADM-422]', async () => {
  const all = (await staff.get('/manage/emails/templates')).json();
  expect(all.total).toBeGreaterThanOrEqual(builtInEvents.length);
  expect(all.data).toHaveLength(Math.min(all.total, 25));
  expect(all.usedForList.map((one: { type: string }) => one.type)).toEqual(
    expect.arrayContaining([...builtInEvents]),
  );
  const { data, total } = (
    await staff.get('/manage/emails/templates?page=1&limit=10&filters[searchText]=Reset-Pass')
  ).json();
  expect(total).toBe(1);
  expect(data[0]).toEqual({
    id: expect.any(Number),
    type: 1,
    subject: 'Reset your {{ brand.name }} password',
    from: 'no-reply@lintel.example',
    to: '{{ to | default: user.email }}',
    bcc: '',
    body: expect.stringContaining('Choose a new password'),
    usedFor: all.usedForList.find((one: { type: string }) => one.type === 'reset-password').id,
    category: { id: expect.any(Number), category: 'Account' },
    description: 'Link to choose a new password',
    enabled: true,
    unsubscribe: false,
    version: 1,
    lastEdit: expect.any(String),
    lastEditBy: 'Built in',
  });
  const found = async (text: string) =>
    (
      await staff.get(`/manage/emails/templates?filters[searchText]=${encodeURIComponent(text)}`)
    ).json().total;
  expect(await found('no%reply')).toBe(0);
  expect(await found('no-reply@LINTEL')).toBe(builtInEvents.length);
});

test('pages have 10, 25, 50, or 75 rows, 25 by default [ADM-519] [ADM-520]', async () => {
  for (const list of ['templates', 'template-types', 'unsubscribers']) {
    for (const limit of [10, 25, 50, 75])
      expect((await staff.get(`/manage/emails/${list}?limit=${limit}`)).statusCode).toBe(200);
    expect((await staff.get(`/manage/emails/${list}?limit=20`)).statusCode).toBe(400);
  }
  for (let count = 0; count < 10; count += 1) await event(`page-${count}`);
  expect((await staff.get('/manage/emails/template-types')).json().data).toHaveLength(25);
});

test('staff create a template from a form with brackets, and its two types are 0 and 1 [ADM-423] [ADM-194]', async () => {
  const usedFor = await event('form-event');
  const fields = {
    ...form({ type: '0', enabled: 'on', unsubscribe: '1', category: '', usedFor: String(usedFor) }),
  };
  const answer = await staff.call('POST', '/manage/emails/templates', {
    payload: new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [name, String(value)]),
    ).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.json().template).toMatchObject({
    type: 0,
    enabled: true,
    unsubscribe: true,
    category: null,
    usedFor,
    lastEditBy: 'Avery Quinn',
  });
  expect((await created({ type: 1 })).type).toBe(1);
  expect(
    await fieldsOf(staff.post('/manage/emails/templates', form({ usedFor, type: 2 }))),
  ).toMatchObject({
    fields: { type: 'This field is required.' },
  });
});

test.each([
  ['subject', '', 'This field is required.'],
  ['subject', 'x'.repeat(256), 'Enter 255 symbols maximum'],
  ['from', '', 'This field is required.'],
  ['from', 'nobody', 'The Email is in invalid format'],
  ['from', `${'x'.repeat(250)}@example.com`, 'Enter 255 symbols maximum'],
  ['to', ' ', 'This field is required.'],
  ['to', 'x'.repeat(256), 'Enter 255 symbols maximum'],
  ['bcc', 'x'.repeat(256), 'Enter 255 symbols maximum'],
  ['body', ' \n ', 'This field is required.'],
  ['type', '', 'This field is required.'],
  ['description', 'x'.repeat(256), 'Enter 255 symbols maximum'],
])('rejects %s %.20j: %s', async (field, value, message) => {
  const { id } = await created();
  const answer = await fieldsOf(
    staff.post(`/manage/emails/templates/${id}`, form({ [field]: value })),
  );
  expect(answer).toEqual({ statusCode: 422, fields: { [field]: message } });
});

test('the server enforces the rules of the template form [ADM-282] [ADM-283] [ADM-284] [ADM-285] [ADM-286] [ADM-287] [ADM-288] [ADM-290] [ADM-292] [ADM-296]', async () => {
  const wrong = {
    type: '',
    subject: '',
    from: 'x',
    to: '',
    bcc: 'x'.repeat(256),
    body: '',
    description: 'x'.repeat(256),
  };
  const { fields } = await fieldsOf(
    staff.post('/manage/emails/templates', form({ ...wrong, usedFor: await event('rules') })),
  );
  expect(Object.keys(fields).toSorted()).toEqual([
    'bcc',
    'body',
    'description',
    'from',
    'subject',
    'to',
    'type',
  ]);
  const long = {
    subject: 'x'.repeat(256),
    from: `${'x'.repeat(250)}@example.com`,
    to: 'x'.repeat(256),
  };
  const answer = await fieldsOf(
    staff.post('/manage/emails/templates', form({ ...long, usedFor: await event('rules-2') })),
  );
  expect(answer.fields).toEqual(
    Object.fromEntries(Object.keys(long).map((name) => [name, 'Enter 255 symbols maximum'])),
  );
});

test('BCC, category, and description are optional, and the body is trimmed [ADM-289] [ADM-291] [ADM-293]', async () => {
  expect(await created({ body: '\n <p>Hi</p>\n ' })).toMatchObject({
    bcc: '',
    category: null,
    description: '',
    body: '<p>Hi</p>',
  });
  const { data } = (await staff.get('/manage/emails/template-categories')).json();
  for (const category of [data[0].id, data[0]])
    expect((await created({ category })).category).toEqual(data[0]);
  const unknown = await fieldsOf(
    staff.post(
      '/manage/emails/templates',
      form({ usedFor: await event('category'), category: 999_999 }),
    ),
  );
  expect(unknown).toEqual({
    statusCode: 422,
    fields: { category: 'This category does not exist.' },
  });
});

test('a new template needs an event without an enabled template [ADM-295]', async () => {
  const without = await fieldsOf(staff.post('/manage/emails/templates', form({ usedFor: '' })));
  expect(without).toEqual({ statusCode: 422, fields: { usedFor: 'This field is required.' } });
  const unknown = await fieldsOf(
    staff.post('/manage/emails/templates', form({ usedFor: 999_999 })),
  );
  expect(unknown.fields).toEqual({ usedFor: 'This event does not exist.' });
  const first = await created();
  const message = 'This event already has an enabled template.';
  const second = await staff.post('/manage/emails/templates', form({ usedFor: first.usedFor }));
  expect(second.statusCode).toBe(409);
  expect(second.json()).toEqual({ error: 'conflict', message, fields: { usedFor: message } });
  const spare = (
    await staff.post('/manage/emails/templates', form({ usedFor: first.usedFor, enabled: false }))
  ).json().template;
  const both = await staff.post(`/manage/emails/templates/${spare.id}`, form());
  expect(both.json()).toEqual({ error: 'conflict', message, fields: { enabled: message } });
});

test('when two staff members enable a template for the same event at once, one gets an error [ADM-295]', async () => {
  const usedFor = await event('race');
  const answers = await Promise.all(
    [1, 2, 3].map(() => staff.post('/manage/emails/templates', form({ usedFor }))),
  );
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    '200',
    '409',
    '409',
  ]);
});

test('a change adds a version and an audit entry, and a stale edit is rejected [ADM-424]', async () => {
  const { id } = await created();
  const changed = await staff.post(
    `/manage/emails/templates/${id}`,
    form({ subject: 'Second', version: 1 }),
  );
  expect(changed.json()).toMatchObject({
    message: 'Template updated',
    template: { id, subject: 'Second', version: 2 },
  });
  const late = await staff.post(
    `/manage/emails/templates/${id}`,
    form({ subject: 'Late', version: 1 }),
  );
  expect(late.statusCode).toBe(409);
  expect(late.json()).toEqual({
    error: 'conflict',
    message: 'Someone else changed this template.',
  });
  await staff.post(
    `/manage/emails/templates/${id}`,
    form({ subject: 'Second', enabled: false, version: 2 }),
  );
  const versions = (await staff.get(`/manage/emails/templates/${id}/versions`)).json();
  expect(
    versions.data.map(({ version, subject, current, savedBy }: Record<string, unknown>) => [
      version,
      subject,
      current,
      savedBy,
    ]),
  ).toEqual([
    [2, 'Second', true, 'Avery Quinn'],
    [1, 'Hello {{ user.firstname }}', false, 'Avery Quinn'],
  ]);
  const restored = (await staff.post(`/manage/emails/templates/${id}/versions/1/restore`)).json()
    .template;
  expect(restored).toMatchObject({
    subject: 'Hello {{ user.firstname }}',
    version: 4,
    enabled: false,
  });
  expect((await staff.get(`/manage/emails/templates/${id}/versions`)).json()).toMatchObject({
    total: 3,
    data: [{ version: 4, current: true }, {}, {}],
  });
  expect((await staff.post(`/manage/emails/templates/${id}/versions/9/restore`)).statusCode).toBe(
    404,
  );
  expect((await staff.get('/manage/emails/templates/999999/versions')).statusCode).toBe(404);
  expect((await staff.post('/manage/emails/templates/999999', form())).statusCode).toBe(404);
  const entries = await app.deps.database.db.select().from(auditLog);
  const actions = entries
    .filter((one) => one.entity === 'email-template' && one.entityId === String(id))
    .map(({ action }) => action);
  expect(actions).toEqual(
    ['created', 'updated', 'updated', 'restored'].map((what) => `email-template.${what}`),
  );
});

test("rejects a template that can't be parsed or rendered, with the position of the error", async () => {
  const { id } = await created();
  const refused = async (more: object) =>
    (await fieldsOf(staff.post(`/manage/emails/templates/${id}`, form(more)))).fields;
  expect(await refused({ body: 'one\ntwo\n{% if user %}' })).toEqual({
    body: 'Line 3: Tag {% if user %} not closed',
  });
  expect(await refused({ body: 'one\n{% for i in (1..1000000000) %}x{% endfor %}' })).toEqual({
    body: 'Line 2: This range is too large',
  });
  expect(await refused({ subject: '{{ a | nope }}' })).toEqual({
    subject: 'Undefined filter: nope',
  });
  expect(await refused({ subject: '{{ nothing }}' })).toEqual({ subject: 'The subject is empty' });
  expect(await refused({ to: 'not an address' })).toEqual({
    to: '"not an address" is not an e-mail address',
  });
  expect(await refused({ bcc: 'a@example.com, b' })).toEqual({
    bcc: '"b" is not an e-mail address',
  });
  expect(await refused({ to: '{{ manager.email }}' })).toBeUndefined();
});

test("account links can't be sent to anyone but the owner", async () => {
  const { data } = (
    await staff.get('/manage/emails/templates?filters[searchText]=reset-password')
  ).json();
  const save = (more: object) =>
    staff.post(`/manage/emails/templates/${data[0].id}`, { ...data[0], category: '', ...more });
  const message = 'Messages about an account can go only to that account.';
  expect((await fieldsOf(save({ bcc: 'me@example.com' }))).fields).toEqual({ bcc: message });
  expect((await fieldsOf(save({ to: 'me@example.com' }))).fields).toEqual({ to: message });
  expect((await fieldsOf(save({ to: '{{ user.email }}, me@example.com' }))).fields).toEqual({
    to: message,
  });
  expect((await save({ to: '{{ user.email }}' })).statusCode).toBe(200);
});

test('a preview renders a draft with sample data or shows its error', async () => {
  const resetPassword = (
    await staff.get('/manage/emails/templates?filters[searchText]=reset-password')
  ).json().data[0];
  const preview = (body: object) =>
    staff.post('/manage/emails/templates/preview', { usedFor: resetPassword.usedFor, ...body });
  const shown = (
    await preview({ subject: resetPassword.subject, body: resetPassword.body, unsubscribe: true })
  ).json();
  expect(shown).toMatchObject({
    subject: 'Reset your Lintel password',
    problem: null,
    sample: { expiresIn: '1 hour', brand: { name: 'Lintel' } },
  });
  expect(shown.html).toContain('Hi Jordan,');
  expect(shown.html).toContain('http://localhost:3000/np?m=sample');
  expect(shown.html).toContain('>Unsubscribe</a>');
  expect(shown.text).toContain('Choose a new password <http://localhost:3000/np?m=sample>');
  const wrong = await preview({ subject: 's', body: '<p>\n  {{ a | nope }}' });
  expect(wrong.statusCode).toBe(200);
  expect(wrong.json().problem).toEqual({
    field: 'body',
    line: 2,
    column: 3,
    message: 'Undefined filter: nope',
  });
});

test("the view is a page that can't run scripts", async () => {
  const { id } = await created();
  // Stored before such bodies were rejected.
  const body = '<p>Hi {{ user.firstname }}</p><script>alert(1)</script>';
  await app.deps.database.db.update(emailTemplates).set({ body }).where(eq(emailTemplates.id, id));
  const page = await staff.get(`/manage/emails/templates/${id}/view`);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:",
  );
  expect(page.body).toContain('Hi Jordan');
  expect(page.body).not.toContain('alert(1)');
  expect((await staff.get('/manage/emails/templates/999999/view')).statusCode).toBe(404);
});

test("a test message of the draft goes to the signed-in user's address", async () => {
  const body = { subject: 'Draft for {{ user.firstname }}', body: '<p>Draft {{ brand.name }}</p>' };
  const answer = await staff.post('/manage/emails/templates/test', body);
  expect(answer.json()).toEqual({ message: 'A test is on its way to admin@demo.test' });
  await staff.post('/manage/emails/templates/test', body);
  const mails = await mailTo(app, 'admin@demo.test');
  expect(mails.map(({ subject }) => subject)).toEqual(['Draft for Jordan', 'Draft for Jordan']);
  expect(mails[0]?.text).toContain('Draft Lintel');
  expect(
    (await fieldsOf(staff.post('/manage/emails/templates/test', { ...body, body: '{% x %}' })))
      .statusCode,
  ).toBe(422);
});

test('templates and events require their codes of manage-emails [ADM-375] [ADM-376]', async () => {
  const mailer = await signedInAs(app, 'mailer@demo.test');
  const id = await event('guarded');
  for (const path of [
    'templates',
    'template-types',
    'template-categories',
    'free-used-for',
    'failed',
    'templates/1000/versions',
  ])
    expect((await mailer.get(`/manage/emails/${path}`)).statusCode).toBe(403);
  expect((await mailer.post('/manage/emails/templates', form({ usedFor: id }))).statusCode).toBe(
    403,
  );
  expect(
    (await mailer.post('/manage/emails/template-types', { id, type: 'other' })).statusCode,
  ).toBe(403);
  expect((await mailer.call('DELETE', `/manage/emails/template-types/${id}`)).statusCode).toBe(403);
  expect((await mailer.get('/manage/emails/unsubscribers')).statusCode).toBe(200);
});

test('saving, previews, and tests reject a script, a handler, or a form with its line', async () => {
  const { id } = await created();
  const body = '<p>Hi</p>\n<p onclick="steal()">x</p>';
  const message = 'Line 2: "onclick" is not allowed: e-mails can\'t run scripts';
  const saving = { path: `/manage/emails/templates/${id}`, payload: form({ body }) };
  const testing = { path: '/manage/emails/templates/test', payload: { subject: 's', body } };
  for (const { path, payload } of [saving, testing])
    expect(await fieldsOf(staff.post(path, payload))).toEqual({
      statusCode: 422,
      fields: { body: message },
    });
  const { problem } = (
    await staff.post('/manage/emails/templates/preview', { subject: 's', body })
  ).json();
  expect(problem).toMatchObject({ field: 'body', line: 2 });
  const hidden = "{% assign a = 'scr' | append: 'ipt' %}<{{ a }}>steal()</{{ a }}>";
  expect((await fieldsOf(staff.post(saving.path, form({ body: hidden })))).fields).toEqual({
    body: 'Line 1: <script> is not allowed in an e-mail',
  });
});

test('reports a busy machine as busy, not as an invalid template', async () => {
  const machine = new BusyMachine();
  const helpers = openHelpers(silent, machine.later);
  const busy = await createTestApp({ helpers });
  try {
    const admin = await signedInAs(busy, 'admin@demo.test');
    const { data } = (await admin.get('/manage/emails/templates')).json();
    const draft = { subject: 's', body: '<p>Fine</p>' };
    expect((await admin.post('/manage/emails/templates/preview', draft)).statusCode).toBe(200);
    const answers: Record<string, () => ReturnType<TestClient['call']>> = {
      saving: () => admin.post(`/manage/emails/templates/${data[0].id}`, form()),
      preview: () => admin.post('/manage/emails/templates/preview', draft),
      view: () => admin.get(`/manage/emails/templates/${data[0].id}/view`),
    };
    for (const [name, ask] of Object.entries(answers)) {
      machine.late = 1;
      const answer = await ask();
      expect(answer.statusCode, name).toBe(503);
      expect(answer.json()).toMatchObject({
        error: 'busy',
        message: 'The server is busy. Please try again.',
      });
    }
    expect((await admin.post('/manage/emails/templates/preview', draft)).statusCode).toBe(200);
  } finally {
    helpers.close();
    await busy.close();
  }
});
