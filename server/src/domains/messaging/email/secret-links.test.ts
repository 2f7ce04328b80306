import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountEvents, builtInEvents, personalEvents } from '@lintel/contract/emails/constants';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { parseMail, startSmtp, type TestSmtp } from '../../../../test/smtp.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailTransport } from '../../../platform/mail/transport.ts';
import { queueMessage } from './queue.ts';
import { sampleData } from './samples.ts';
import { messages } from '../queue/tables.ts';
import { emailEvents, emailTemplates } from './tables.ts';

let smtp: TestSmtp;
let transport: MailTransport;
let app: TestApp;
let staff: TestClient;
let resetting: typeof emailTemplates.$inferSelect;
beforeAll(async () => {
  smtp = await startSmtp();
  transport = smtpTransport(smtp.url);
  app = await createTestApp({ env: { SMTP_URL: smtp.url }, transport });
  staff = await signedInAs(app, 'admin@demo.test');
  const [row] = await app.deps.database.db
    .select({ template: emailTemplates })
    .from(emailTemplates)
    .innerJoin(emailEvents, eq(emailEvents.id, emailTemplates.eventId))
    .where(inArray(emailEvents.type, ['reset-password']));
  if (row === undefined) throw new Error('There is no template');
  resetting = row.template;
});
afterEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  transport.close();
  await app.close();
  await smtp.close();
});

const save = (more: { subject?: string; body?: string }) =>
  staff.post(`/manage/emails/templates/${resetting.id}`, {
    type: 1,
    subject: 'Reset your password',
    from: 'sender@example.com',
    to: '{{ to }}',
    body: '<p><a href="{{ link }}">Choose a password</a></p>',
    enabled: true,
    ...more,
  });

const secret = 'S3cretTokenThatOpensAnAccount';
const link = `http://localhost:3000/np?m=${secret}&x=1`;
const ann = { firstname: 'Ann', lastname: 'Lee', email: 'ann@example.com' };

/** Renders a stored template with a real link. */
async function sentWith(values: { subject?: string; body?: string }) {
  const { db } = app.deps.database;
  const key = crypto.randomUUID();
  await db.update(emailTemplates).set(values).where(eq(emailTemplates.id, resetting.id));
  await db.transaction((tx) =>
    queueMessage(tx, app.deps, {
      event: 'reset-password',
      key,
      data: { user: ann, to: ann.email, link, expiresIn: '1 hour' },
    }),
  );
  await app.work();
  const { subject, body } = resetting;
  await db.update(emailTemplates).set({ subject, body }).where(eq(emailTemplates.id, resetting.id));
  const [row] = await db.select().from(messages).where(eq(messages.key, key));
  const received = smtp.received.shift();
  if (row === undefined || received === undefined) throw new Error('Nothing was sent');
  return { row, raw: received.raw, mail: await parseMail(received) };
}

const stranger = 'https://stranger.example';
const picture = `<img src="${stranger}/?{{ link }}">`;

test.each([
  picture,
  `{% capture u %}${stranger}/?{{ link }}{% endcapture %}<a href="{{ u }}">x</a>`,
  `<form action="{{ link }}"></form>`,
  '<p>{{ link | upcase }}</p>',
])(
  "staff can't save %s in a password message, and a message with it falls back to the built-in text",
  async (body) => {
    const answer = await save({ body });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().fields.body).toMatch(
      /^Line 1: The link of this message opens something personal/,
    );
    const { row, raw, mail } = await sentWith({ body });
    expect(raw.replaceAll('=\r\n', '')).not.toContain('stranger.example');
    expect(row.status).toBe('sent');
    expect(mail.text).toContain(`<${link}>`);
  },
);

test("a template that contains a real link can't find it in its data", async () => {
  const body = `{% if link contains "${secret}" %}<img src="${stranger}">{% endif %}<p>{{ link }}</p>`;
  expect((await save({ body })).statusCode).toBe(200);
  const { raw, mail } = await sentWith({ body });
  expect(raw).not.toContain('stranger.example');
  expect(mail.text).toContain(link);
});

test('a fallback message records the reason, and staff find it in the list', async () => {
  const { row } = await sentWith({ body: picture });
  expect(row.builtInReason).toMatch(
    /^The built-in text was sent, because the template for reset-password failed: body, line 1: The link of this message opens something personal\. Use it only as <a href="\{\{ link \}\}"> .*, not in "src" of <img>\.$/,
  );
  const { data } = (await staff.get('/manage/emails/built-in')).json();
  expect(data[0]).toMatchObject({ event: 'reset-password', reason: row.builtInReason });
});

test.each([
  '{{ link }}',
  '{{ link | upcase }}',
  '{{ link | slice: 30 }}',
  'New: {{ link | size | plus: 0 }}{{ link | last }}',
])("the subject %s can't contain the link or depend on it", async (subject) => {
  expect((await save({ subject })).json().fields).toEqual({ subject: expect.any(String) });
  const { row } = await sentWith({ subject });
  expect(row.subject).toBe('Reset your Lintel password');
});

test.each([
  '<p><a href="{{ link }}">Choose</a></p>',
  "<a class=button href='{{ link }}' style='color:red' target=_blank>Choose</a>",
  '<p>Copy this: {{ link }}.</p>',
  '<p>Copy this: (<a href="{{ link }}">{{ link }}</a>)</p>',
  '{% if link %}<p><a href="{{ link }}">Choose</a></p>{% endif %}',
  '{% assign u = link %}<a href="{{ u }}"><img src="https://pictures.example/button.png"></a>',
  '<a href="{{ link | default: brand.url }}">Choose</a>',
  '<!--[if mso]><table><tr><td><![endif]--><a href="{{ link }}">Choose</a><!--[if mso]></td></tr></table><![endif]-->',
  '<html><head><style>@media print { p { color: black } }</style></head><body><a href="{{ link }}">x</a></body></html>',
  '<a href="{{ link }}">Unclosed <p>and repeated by the parser',
])('%s is allowed, and the reader gets the whole link', async (body) => {
  const answer = await save({ body });
  expect(answer.statusCode, answer.body).toBe(200);
  const { row, mail } = await sentWith({ body });
  expect(row.builtInReason).toBeNull();
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(link.replace('&', '&amp;'));
});

test('the inbox preview leaves the link out', async () => {
  const { mail } = await sentWith({ body: '<p>{{ link }} opens your account</p>' });
  expect(mail.html).toMatch(/<div class="preheader"[^>]*> ?opens your account/);
});

test('previews and test messages reject what saving rejects', async () => {
  const draft = {
    subject: 'S',
    body: picture,
    usedFor: resetting.eventId,
  };
  const { problem } = (await staff.post('/manage/emails/templates/preview', draft)).json();
  expect(problem).toMatchObject({
    field: 'body',
    message: expect.stringContaining('"src" of <img>'),
  });
  expect((await staff.post('/manage/emails/templates/test', draft)).statusCode).toBe(422);
});

test('events without personal links can use their links freely', async () => {
  const [event] = await app.deps.database.db
    .select()
    .from(emailEvents)
    .where(eq(emailEvents.type, 'card-expiring'));
  const [row] = await app.deps.database.db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.eventId, event?.id ?? 0));
  const answer = await staff.post(`/manage/emails/templates/${row?.id}`, {
    type: 1,
    subject: 'Card',
    from: 'sender@example.com',
    to: '{{ user.email }}',
    body: '<a href="{{ link }}?from=mail">Billing</a>',
    enabled: true,
  });
  expect(answer.statusCode, answer.body).toBe(200);
});

test('only protected events send secret links', () => {
  const isProtected = (event: string): boolean =>
    [...accountEvents, ...personalEvents].some((one) => one === event);
  const secretPath = /\?m=|\/sample\b/;
  const open = builtInEvents.filter(
    (event) =>
      !isProtected(event) &&
      secretPath.test(JSON.stringify(sampleData(event, 'https://own.example'))),
  );
  expect(open).toEqual([]);
});
