import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerDocument } from '@lintel/contract/documents/page';
import { dayIn } from '@lintel/contract/core/days';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../test/app.ts';
import { content, deskOf, type Desk } from '../../../test/desk.ts';
import { readPdf } from '../../../test/pdf.ts';

let app: TestApp;
let desk: Desk;
beforeAll(async () => {
  app = await createTestApp();
  desk = await deskOf(app);
});
afterAll(() => app.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;
/** The date `days` after today, in the provider's time zone. */
const dayFromToday = (days: number): string =>
  dayIn(new Date(app.clock.now().getTime() + days * 86_400_000), 'America/New_York');
const cash = (amount: number, paidOn = dayFromToday(0)) => ({ method: 'cash', amount, paidOn });

const statusesOf = (answers: { statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

/** An accepted estimate. */
async function accepted() {
  const sent = await desk.sent();
  await visitor(app).call('POST', new URL(sent.link?.url ?? 'none:').pathname, {
    payload: 'do=accept&revision=1&name=Casey&agreed=on',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return desk.read(sent.id);
}

describe('numbers', () => {
  test('have no gaps when many are sent in parallel and some fail', async () => {
    const first = (await desk.sent({ kind: 'invoice' })).number ?? 0;
    const drafts = await Promise.all(
      Array.from({ length: 12 }, (_none, index) =>
        desk.write({
          kind: 'invoice',
          // Every third one can't be sent.
          content: index % 3 === 0 ? { ...content, items: [] } : content,
        }),
      ),
    );
    const answers = await Promise.all(
      drafts.map((draft) => desk.tryTo(draft, 'send', { version: draft.version })),
    );
    const given = answers
      .filter(({ statusCode }) => statusCode === 200)
      .map((answer) => answer.json<{ number: number }>().number)
      .toSorted((one, other) => one - other);
    expect(given).toEqual(Array.from({ length: 8 }, (_none, index) => first + 1 + index));
  });

  test('stay single when one document is sent twice in parallel', async () => {
    const draft = await desk.write();
    const answers = await Promise.all(
      [1, 2].map(() => desk.tryTo(draft, 'send', { version: draft.version })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    const next = await desk.sent();
    expect(next.number).toBe(((await desk.read(draft.id)).number ?? 0) + 1);
  });

  test('continue an old series above all existing ones, for each kind', async () => {
    const set = (kind: string, next: number) =>
      desk.client.post('/document-numbers', { kind, next });
    expect((await set('estimate', 5_000)).json().estimate).toEqual({
      next: 5_000,
      least: expect.any(Number),
    });
    expect((await desk.sent()).number).toBe(5_000);
    const low = await set('estimate', 5_000);
    expect(low.json().fields).toEqual({
      next: 'Number 5000 is already in use. Enter a higher one.',
    });
    expect((await desk.sent({ kind: 'invoice' })).number).toBeLessThan(5_000);
    // A void document keeps its number.
    const sent = await desk.sent();
    await desk.act(sent, 'void', { reason: 'Twice' });
    expect((await desk.sent()).number).toBe((sent.number ?? 0) + 1);
  });
});

describe('numbers of a document', () => {
  const one = (change: object) => ({
    ...content,
    items: [{ description: 'Roof', quantity: '1', unitPrice: '$8,000.00' }],
    ...change,
  });

  test('keep three decimals of the tax rate everywhere', async () => {
    const sent = await desk.sent({ content: one({ taxRate: '8.875%' }) });
    expect(sent).toMatchObject({ content: { taxRate: 8.875 }, sums: { tax: 710, total: 8710 } });
    const pdf = await readPdf(
      (await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`)).rawPayload,
    );
    expect(JSON.stringify(pdf)).toContain('Tax (8.875%)');
    const path = new URL(sent.link?.url ?? 'none:').pathname;
    const { document } = (await visitor(app).call('GET', path)).json().view;
    expect(document).toMatchObject({ content: { taxRate: 8_875 }, sums: { tax: 71_000 } });
    // The next document starts with the same rate, and an invoice copies it from its estimate.
    const next = await desk.client.get('/documents-start?kind=estimate');
    expect(next.json().content.taxRate).toBe(8.875);
    await visitor(app).call('POST', path, {
      payload: 'do=accept&revision=1&name=Casey&agreed=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await desk.act(sent, 'invoice')).toMatchObject({
      content: { taxRate: 8.875 },
      sums: { tax: 710 },
    });
  });

  test('with too many decimals or a misplaced comma are rejected, never truncated', async () => {
    const refused = async (change: object) =>
      (await desk.client.post('/documents', { kind: 'invoice', content: one(change) })).json()
        .fields;
    expect(await refused({ taxRate: '8.8755' })).toEqual({
      'content.taxRate': 'Enter up to 3 digits and 3 decimals.',
    });
    expect(
      await refused({ items: [{ description: 'A', quantity: '1.125', unitPrice: '12,50' }] }),
    ).toEqual({
      'content.items.0.quantity': 'Enter up to 5 digits and 2 decimals.',
      'content.items.0.unitPrice': 'Use commas only between thousands, as in 1,234.50.',
    });
  });

  test('include item details and long notes on the page, in the PDF, and in saved items', async () => {
    const details = `Tear off two layers.\n${'Replace the deck. '.repeat(100)}`.trim();
    const items = [{ description: 'Roof', details, quantity: '1', unitPrice: '$8,000.00' }];
    const notes = 'n'.repeat(5_000);
    const sent = await desk.sent({ content: one({ items, notes }) });
    expect(sent.content).toMatchObject({ items: [{ details }], notes });
    const page = await visitor(app).call('GET', new URL(sent.link?.url ?? 'none:').pathname);
    expect(page.body).toContain('Tear off two layers.');
    const file = await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`);
    expect((await readPdf(file.rawPayload)).text).toContain('Tear off two layers.');
    const long = { items: [{ ...items[0], details: 'd'.repeat(2_001) }], notes: `${notes}n` };
    const refused = await desk.client.post('/documents', { kind: 'invoice', content: one(long) });
    expect(refused.json().fields).toEqual({
      'content.items.0.details': 'Enter 2000 symbols maximum',
      'content.notes': 'Enter 5000 symbols maximum',
    });
    const saved = { description: 'Whole roof', details, unitPrice: 8_000 };
    expect((await desk.client.post('/saved-items', saved)).json()).toMatchObject(saved);
  });

  test('add up to $10,000,000.00 at most', async () => {
    const items = [{ description: 'A', quantity: '99999', unitPrice: '$999,999.00' }];
    const answer = await desk.client.post('/documents', {
      kind: 'invoice',
      content: one({ items }),
    });
    expect(answer.json().fields).toEqual({
      'content.items': "The total can't be more than $10,000,000.00.",
    });
  });
});

describe('a deposit', () => {
  const pageOf = async (url: string | undefined): Promise<CustomerDocument> =>
    (await visitor(app).call('GET', new URL(url ?? 'none:').pathname)).json().view.document;

  test('is due until it is paid, and then appears on the invoice', async () => {
    const deposit = { kind: 'amount', value: '500' } as const;
    const sent = await desk.sent({ content: { ...content, deposit } });
    expect(await pageOf(sent.link?.url)).toMatchObject({
      sums: { deposit: 50_000 },
      paidCents: 0,
      invoice: null,
    });
    await visitor(app).call('POST', new URL(sent.link?.url ?? 'none:').pathname, {
      payload: 'do=accept&revision=1&name=Casey&agreed=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await desk.act(sent, 'payments', cash(500));
    expect(await pageOf(sent.link?.url)).toMatchObject({ paidCents: 50_000, invoice: null });
    const invoice = await desk.send(await desk.act(sent, 'invoice'));
    expect((await pageOf(sent.link?.url)).invoice).toEqual({
      number: invoice.number,
      url: invoice.link?.url,
      totalCents: 250_000,
      paidCents: 50_000,
    });
    expect((await desk.read(sent.id)).invoice).toMatchObject({ id: invoice.id, paid: 500 });
  });
});

describe('payments', () => {
  test('move an invoice from sent to part paid to paid, and back when they are reversed', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    const part = await desk.act(invoice, 'payments', cash(1000));
    expect(part).toMatchObject({ status: 'part_paid', paid: 1000, balance: 1500 });
    const paid = await desk.act(invoice, 'payments', {
      ...cash(1500),
      method: 'check',
      checkNumber: '1042',
    });
    expect(paid).toMatchObject({ status: 'paid', balance: 0 });
    expect((await desk.tryTo(invoice, 'void', { reason: 'No' })).json().error).toBe('has_payments');
    expect((await desk.tryTo(invoice, 'payments', cash(1))).json().error).toBe('document_closed');
    const back = await desk.act(invoice, `payments/${paid.payments[1]?.id}/take-back`, {
      reason: 'The check bounced',
    });
    expect(back).toMatchObject({ status: 'part_paid', balance: 1500 });
    expect(back.payments[1]).toMatchObject({
      checkNumber: '1042',
      takenBackReason: 'The check bounced',
    });
    const twice = await desk.tryTo(invoice, `payments/${paid.payments[1]?.id}/take-back`, {
      reason: 'Again',
    });
    expect(twice.statusCode).toBe(404);
    await desk.act(invoice, `payments/${part.payments[0]?.id}/take-back`, { reason: 'Refunded' });
    expect(await desk.act(invoice, 'void', { reason: 'Job canceled' })).toMatchObject({
      status: 'void',
      voidReason: 'Job canceled',
    });
  });

  test('over the balance need confirmation, even when two arrive in parallel', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    expect((await desk.tryTo(invoice, 'payments', cash(2500.01))).json().error).toBe('overpaid');
    const answers = await Promise.all(
      [1, 2].map(() => desk.tryTo(invoice, 'payments', cash(2000))),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    const over = await desk.act(invoice, 'payments', { ...cash(600), evenIfOverpaid: true });
    expect(over).toMatchObject({ status: 'paid', balance: -100 });
  });

  test('dated in another year or far away need confirmation', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    const year = Number(dayFromToday(0).slice(0, 4));
    for (const day of ['1999-05-10', `${year + 1}-01-01`, dayFromToday(61), dayFromToday(-400)]) {
      const asked = await desk.tryTo(invoice, 'payments', cash(1, day));
      expect([asked.statusCode, asked.json().error], day).toEqual([409, 'unusual_date']);
    }
    const entered = await desk.act(invoice, 'payments', {
      ...cash(1, '1999-05-10'),
      evenIfUnusualDate: true,
    });
    expect(entered.payments.map(({ paidOn }) => paidOn)).toEqual(['1999-05-10']);
  });

  test('above $10,000,000.00 and amounts with a misplaced comma are rejected', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    const refused = async (amount: string) =>
      (await desk.tryTo(invoice, 'payments', { ...cash(1), amount })).json().fields;
    expect(await refused('10000000.01')).toEqual({
      amount: "A payment can't be more than $10,000,000.00.",
    });
    for (const amount of ['12,50', ',5', '1,23,456', '12,34.5'])
      expect(await refused(amount)).toEqual({
        amount: 'Use commas only between thousands, as in 1,234.50.',
      });
    expect(await desk.act(invoice, 'payments', { ...cash(1), amount: '1,234.50' })).toMatchObject({
      paid: 1234.5,
    });
  });

  test('repeated with the same key are entered once', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    const once = () =>
      desk.client.post(`/documents/${invoice.id}/payments`, cash(10), {
        headers: { 'idempotency-key': `payment of ${invoice.id}` },
      });
    await once();
    expect((await once()).json().payments).toHaveLength(1);
    expect((await desk.read(invoice.id)).paid).toBe(10);
  });

  test('by financing need a funded application of this customer, and use each offer once', async () => {
    const invoice = await desk.sent({ kind: 'invoice' });
    const [offer] = await sql(
      `select o.id, o.application_id, coalesce(o.funded_amount_cents, o.amount_cents) cents, o.lender_name
       from offers o where o.contractor_id = 101 and o.funded_at is not null
       and not exists (select from customer_applications c where c.contractor_id = 101 and c.application_id = o.application_id) limit 1`,
    );
    const fund = (id = invoice.id) =>
      desk.tryTo({ id }, 'funding', {
        applicationId: Number(offer.application_id),
        evenIfOverpaid: true,
      });
    expect((await fund()).statusCode).toBe(404);
    await sql(
      'insert into customer_applications (contractor_id, application_id, customer_id, at) values (101, $1, $2, now())',
      [offer.application_id, invoice.customerId],
    );
    const { data } = (await desk.client.get(`/documents/${invoice.id}/funding`)).json();
    expect(data).toMatchObject([
      { lenderName: offer.lender_name, amount: Number(offer.cents) / 100 },
    ]);
    const other = await desk.sent({ kind: 'invoice' });
    const answers = await Promise.all([fund(), fund(other.id)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe('offer_used');
    expect((await desk.client.get(`/documents/${other.id}/funding`)).json().data).toEqual([]);
  });
});

describe('an accepted estimate', () => {
  test('becomes one invoice with its deposit, and is restored when the invoice is deleted', async () => {
    const estimate = await accepted();
    await desk.act(estimate, 'payments', cash(500));
    const answers = await Promise.all([1, 2].map(() => desk.tryTo(estimate, 'invoice')));
    expect(statusesOf(answers)).toEqual([200, 409]);
    const invoice = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(invoice).toMatchObject({
      kind: 'invoice',
      status: 'draft',
      paid: 500,
      balance: 2000,
      estimate: { id: estimate.id },
      events: [{ kind: 'payment-moved', details: { amount: 500, method: 'cash' } }, {}],
    });
    expect(await desk.read(estimate.id)).toMatchObject({
      status: 'invoiced',
      paid: 0,
      invoice: { id: invoice.id },
    });
    const sent = await desk.send(invoice);
    expect(sent).toMatchObject({ status: 'part_paid' });
    const { text } = await readPdf(
      (await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`)).rawPayload,
    );
    for (const part of ['Paid', '-$500.00', 'Balance due', '$2,000.00'])
      expect(text).toContain(part);
    await desk.act(sent, `payments/${sent.payments[0]?.id}/take-back`, { reason: 'Error' });
    await desk.act(sent, 'void', { reason: 'Error' });
    expect(await desk.read(estimate.id)).toMatchObject({ status: 'accepted', invoice: null });
    const second = await desk.act(estimate, 'invoice');
    expect((await desk.client.call('DELETE', `/documents/${second.id}`)).statusCode).toBe(200);
    expect((await desk.read(estimate.id)).status).toBe('accepted');
  });

  test('is copied without its own dates and payments', async () => {
    const estimate = await accepted();
    const copy = await desk.act(estimate, 'copy', { kind: 'invoice' });
    expect(copy).toMatchObject({ kind: 'invoice', status: 'draft', number: null, estimate: null });
    expect(copy.content.items).toEqual(estimate.content.items);
    expect(copy.content.issuedOn).toBe('');
  });
});

describe('documents', () => {
  test("can't be accessed by another contractor's id, customer, page, or application", async () => {
    const mine = await desk.sent({ kind: 'invoice' });
    const other = await deskOf(app, 'brand@demo.test');
    const theirs = await other.sent({ kind: 'invoice' });
    for (const path of ['', '/preview', '/revisions/1/pdf', '/funding'])
      expect((await other.client.get(`/documents/${mine.id}${path}`)).statusCode).toBe(404);
    for (const [what, body] of [
      ['', { version: mine.version, content }],
      ['send', { version: mine.version }],
      ['void', { reason: 'x' }],
      ['payments', cash(1)],
      ['copy', {}],
      ['link', { action: 'renew' }],
    ] as const)
      expect((await other.tryTo(mine, what, body)).statusCode).toBe(404);
    const [page] = await sql('select id from co_branded_pages where contractor_id = 102 limit 1');
    const [application] = await sql(
      'select id from applications where contractor_id = 102 limit 1',
    );
    const write = (body: object) =>
      desk.client.post('/documents', { kind: 'invoice', content, ...body });
    expect((await write({ pageId: page.id })).statusCode).toBe(404);
    expect((await write({ customerId: theirs.customerId })).statusCode).toBe(404);
    const funded = await desk.tryTo(mine, 'funding', { applicationId: Number(application.id) });
    expect(funded.statusCode).toBe(404);
    const payment = (await desk.act(mine, 'payments', cash(1))).payments[0]?.id;
    const back = await other.tryTo(theirs, `payments/${payment}/take-back`, { reason: 'x' });
    expect(back.statusCode).toBe(404);
  });

  test('are read-only for Free and Canceled contractors, and closed to team users without the section', async () => {
    for (const email of ['free@demo.test', 'canceled@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get('/documents')).statusCode).toBe(200);
      expect((await client.post('/documents', { kind: 'invoice', content })).statusCode).toBe(403);
    }
    const team = await signedInAs(app, 'team@demo.test');
    expect((await team.get('/documents')).statusCode).toBe(403);
    // The plan doesn't limit staff who switched in, but sending is still rejected.
    const staff = await (await signedInAs(app, 'admin@demo.test')).switchInto(15);
    const draft = (await staff.post('/documents', { kind: 'invoice', content })).json();
    const sent = await staff.post(`/documents/${draft.id}/send`, { version: draft.version });
    expect(sent.json().error).toBe('plan_required');
  });

  test('show their fields as plain text in the PDF, never as markup, code, or a file', async () => {
    const hostile = '#read("/etc/passwd") $x^2$ *b* <script>alert(1)</script> \u202Efdp';
    const sent = await desk.sent({
      kind: 'invoice',
      content: {
        ...content,
        customer: { ...content.customer, name: hostile },
        notes: '#eval("1+1") #sys.inputs [#{panic()}]',
        terms: `#import "@preview/x:0.1.0"\n${'W'.repeat(300)}`,
        items: [{ description: '#image("/logo.png") ]]} )', quantity: 1, unitPrice: 1 }],
      },
    });
    const pdf = await desk.client.get(`/documents/${sent.id}/revisions/1/pdf`);
    const text = (await readPdf(pdf.rawPayload)).text.replaceAll(/\s+/g, ' ');
    // A long word may break at the end of a line.
    const unbroken = text.replaceAll(' ', '');
    for (const part of ['#read("/etc/passwd") $x^2$ *b* <script>alert(1)</script>', '#eval("1+1")'])
      expect(unbroken).toContain(part.replaceAll(' ', ''));
    expect(text).not.toContain('root:');
    expect(text).not.toMatch(/\p{Cf}/u);
  });
});

test('the list finds by number, customer, project, and amount, and totals what is owed', async () => {
  const before = (await desk.client.get('/documents-totals')).json();
  const sent = await desk.sent({
    kind: 'invoice',
    content: { ...content, projectName: 'Zinc dormer', dueOn: '2199-01-01' },
  });
  const find = async (query: string) =>
    (await desk.client.get(`/documents?${query}`)).json().data.map(({ id }: { id: number }) => id);
  for (const search of ['zinc', 'dormer casey', `${sent.number}`, '$2,500.00 zinc'])
    expect(await find(`search=${encodeURIComponent(search)}`)).toContain(sent.id);
  expect(await find('search=zinc&state=overdue')).toEqual([]);
  await sql("update documents set due_on = '2020-01-01' where id = $1", [sent.id]);
  expect(await find('search=zinc&state=overdue&kind=invoice')).toEqual([sent.id]);
  const after = (await desk.client.get('/documents-totals')).json();
  expect(after.open.amount - before.open.amount).toBeCloseTo(2500, 2);
  expect(after.overdue.count).toBe(before.overdue.count + 1);
  for (const order of ['number', 'customer', 'issued', 'due', 'total', 'balance', 'updated'])
    for (const sign of ['-', '%2B'])
      expect((await desk.client.get(`/documents?order=${sign}${order}&limit=10`)).statusCode).toBe(
        200,
      );
  const csv = await desk.client.get('/documents-export?format=csv&search=zinc');
  expect(csv.headers['x-total-rows']).toBe('1');
  expect(csv.body).toContain('Zinc dormer');
});

test('saved items are searched, changed only from the current version, and archived', async () => {
  const { client } = desk;
  const item = (
    await client.post('/saved-items', { description: 'Copper vent', unitPrice: '$14.25' })
  ).json();
  expect(item).toMatchObject({ unitPrice: 14.25, isTaxable: true, isArchived: false });
  const twice = await client.post('/saved-items', { description: 'copper VENT', unitPrice: 1 });
  expect(twice.json()).toMatchObject({ error: 'already_exists' });
  const changed = await client.post(`/saved-items/${item.id}`, {
    description: 'Copper vent, 4 ft',
    unitPrice: 0,
    isTaxable: false,
    version: item.version,
  });
  expect(changed.json()).toMatchObject({ unitPrice: 0, isTaxable: false });
  const stale = await client.post(`/saved-items/${item.id}/archive`, {
    isArchived: true,
    version: 1,
  });
  expect(stale.json().error).toBe('conflict');
  await client.post(`/saved-items/${item.id}/archive`, { isArchived: true, version: 2 });
  expect((await client.get('/saved-items?search=copper')).json().total).toBe(0);
  expect((await client.get('/saved-items?search=copper&archived=yes')).json().total).toBe(1);
});
