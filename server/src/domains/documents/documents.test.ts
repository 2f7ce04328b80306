import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';
import { mailTo } from '../../../test/mail.ts';
import { readPdf } from '../../../test/pdf.ts';

let app: TestApp;
let desk: Desk;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
});
afterAll(() => app.close());

describe('a draft', () => {
  test('may lack everything, and lists what is missing when it is sent', async () => {
    const draft = await desk.write({ content: { items: [{ unitPrice: '3' }] } });
    expect(draft).toMatchObject({ status: 'draft', number: null, revision: 1, sentRevision: null });
    const answer = await desk.tryTo(draft, 'send', { version: draft.version });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual({
      'content.customer.name': 'This field is required.',
      'content.items.0.description': 'This field is required.',
      'content.items.0.quantity': 'Enter a number above 0.',
    });
  });

  test('is saved only from the current version, and returns input as numbers', async () => {
    const draft = await desk.write();
    const saved = await desk.act(draft, '', {
      version: draft.version,
      content: { ...content, taxRate: '8.25%', discount: { kind: 'percent', value: '10' } },
    });
    expect(saved.sums).toEqual({
      subtotal: 2500,
      discount: 250,
      taxable: 2250,
      tax: 185.63,
      total: 2435.63,
      deposit: 0,
    });
    expect(saved.content).toMatchObject({
      taxRate: 8.25,
      discount: { kind: 'percent', value: 10 },
    });
    const stale = await desk.tryTo(draft, '', { version: draft.version, content });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ error: 'conflict' });
  });
});

describe('an estimate', () => {
  test('gets its number, its customer, and its PDF when it is sent', async () => {
    const sent = await desk.sent();
    expect(sent).toMatchObject({
      status: 'sent',
      sentRevision: 1,
      hasUnsentChanges: false,
      customerName: 'Casey Nguyen',
    });
    expect(sent.number).toBeGreaterThan(0);
    expect(sent.customerId).toBeGreaterThan(0);
    expect(sent.link?.url).toMatch(/\/d\/[\w-]{43}-2t$/);
    await app.work();
    const pdf = await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await readPdf(pdf.rawPayload);
    for (const part of ['Casey Nguyen', '$2,500.00', 'Half on acceptance.', `${sent.number}`])
      expect(text).toContain(part);
  });

  test('is sent by e-mail with its link', async () => {
    const items = [
      {
        description: 'Tear-off',
        details: 'Two layers\n<b>to the deck</b>',
        quantity: 2,
        unitPrice: 50,
      },
    ];
    const draft = await desk.write({ content: { ...content, items } });
    const sent = await desk.send(draft, { by: 'email', message: 'See you\nsoon' });
    await app.work();
    const [message] = await mailTo(app, 'casey@nguyen.example');
    expect(message?.event).toBe('document-sent');
    expect(message?.text).toContain(sent.link?.url);
    expect(message?.html).toMatch(/<strong>Tear-off<\/strong>, \$100\.00<br>Two layers<br\s*\/?>/);
    expect(message?.html).toContain('&lt;b&gt;to the deck');
  });
});

describe('defaults of new documents', () => {
  const start = async (kind: string, client = desk.client) =>
    (await client.get(`/documents-start?kind=${kind}`)).json().content;

  test('apply to estimates and invoices separately, whatever the last document contains', async () => {
    const saved = await desk.client.post('/documents-defaults', {
      kind: 'estimate',
      taxRate: '8.875',
      days: '30',
      terms: 'Half on acceptance.',
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json().estimate).toMatchObject({ taxRate: 8.875, days: 30, license: '' });
    await desk.write({ content: { ...content, taxRate: '', terms: '' } });
    const begun = await start('estimate');
    expect(begun).toMatchObject({ taxRate: 8.875, terms: 'Half on acceptance.', dueOn: '' });
    const days = (Date.parse(begun.validUntil) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(1.5);
    expect((await start('invoice')).validUntil).toBe('');
  });

  test('are rejected by field, and belong to one contractor', async () => {
    const wrong = await desk.client.post('/documents-defaults', {
      kind: 'invoice',
      taxRate: 'much',
      days: 400,
    });
    expect(wrong.statusCode).toBe(422);
    expect(Object.keys(wrong.json().fields).toSorted()).toEqual(['days', 'taxRate']);
    const other = await deskOf(app, 'brand@demo.test');
    expect((await other.client.get('/documents-defaults')).json()).toEqual({
      estimate: null,
      invoice: null,
    });
    expect((await start('estimate', other.client)).terms).not.toBe('Half on acceptance.');
  });
});
