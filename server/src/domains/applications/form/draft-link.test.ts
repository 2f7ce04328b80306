import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo } from '../../../../test/mail.ts';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let networks = 0;
const call = (path: string, payload: object = {}) =>
  visitor(app).call('POST', `/homeowner/${path}`, {
    payload,
    remoteAddress: `203.0.113.${networks}`,
  });
async function begin(draft: object, language = 'en'): Promise<string> {
  networks += 1;
  const started = await call('pages/oak-and-iron/applications', { draft, language });
  return started.json().token;
}
const person = (email: string) => ({ firstName: 'Hana', email, phone: '+1 (512) 555-0147' });
const linksTo = async (to: string) =>
  (await mailTo(app, to)).filter(({ event }) => event.startsWith('homeowner-draft'));

test('a draft continues on another device with a message link and the last digits of the phone number', async () => {
  const token = await begin(person('draft@example.com'));
  const answer = await call(`applications/${token}/link`);
  expect(answer.json()).toMatchObject({ token, status: 'draft' });
  const [mail, ...more] = await linksTo('draft@example.com');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Continue your financing application' });
  for (const typed of ['Hana', '0147']) expect(mail?.html).not.toContain(typed);
  const link = /\/application\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const wrong = await call('way-back', { link, phoneEnding: '0000' });
  expect(Object.keys(wrong.json().fields)).toEqual(['phoneEnding']);
  const opened = (await call('way-back', { link, phoneEnding: '0147' })).json();
  expect(opened).toMatchObject({ status: 'draft', draft: { firstName: 'Hana' } });
  expect(opened.token).not.toBe(token);
});

test('the message is in the language of the form', async () => {
  await call(`applications/${await begin(person('borrador@example.com'), 'es')}/link`);
  const [mail] = await linksTo('borrador@example.com');
  expect(mail).toMatchObject({ subject: 'Continúe su solicitud de financiamiento' });
});

test.each([
  ['phone', { email: 'nophone@example.com' }],
  ['email', { phone: '5125550147' }],
])('rejects a link request without %s', async (lacking, draft) => {
  const answer = await call(`applications/${await begin(draft)}/link`);
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [lacking]]);
});

test('an unknown secret sends nothing, and a sent application is no draft', async () => {
  expect((await call(`applications/${'x'.repeat(43)}/link`)).statusCode).toBe(404);
  const token = await begin(person('sent@example.com'));
  await app.deps.database.pool.query(
    "update applications set completed_at = now() where email = 'sent@example.com'",
  );
  expect((await call(`applications/${token}/link`)).json().error).toBe('application_closed');
});

test('limits links to three an hour per form and five a day per address, and hides the address limit', async () => {
  const answers: unknown[] = [];
  for (let form = 0; form < 7; form += 1) {
    const token = await begin(person('Flooded@example.com'));
    answers.push((await call(`applications/${token}/link`)).statusCode);
  }
  expect(answers).toEqual(Array(7).fill(200));
  expect(await linksTo('Flooded@example.com')).toHaveLength(5);
  const token = await begin(person('impatient@example.com'));
  const again = async () => (await call(`applications/${token}/link`)).statusCode;
  expect([await again(), await again(), await again(), await again()]).toEqual([
    200, 200, 200, 429,
  ]);
});
