import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { auditLog } from '../../../platform/tables.ts';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { aboutPdf, readPdf } from '../../../../test/pdf.ts';
import { pageNames } from '../../pages/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const item = { description: 'Ridge vent', quantity: '2.5', unitPrice: '$14.25' };
const invoice = {
  docType: 'Invoice',
  fullName: 'Casey Nguyen',
  company: 'Nguyen Property LLC',
  address: '1188 Larkspur Lane, Boulder, CO 80302',
  projectName: 'Roof replacement',
  dueDate: '12/21/2026',
  notes: 'Thank you for your business.',
  taxRate: '8.25%',
  adjustments: '-$250.00',
  submittedOn: '11/21/2026',
  numberPrice: '1042',
  license: 'CO-448812',
  items: JSON.stringify([{ description: 'Shingles', quantity: '24', unitPrice: '$125.50' }, item]),
};
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function pageOf(contractorId: number): Promise<number> {
  const [page] = await pageNames(app.deps.database.db, contractorId);
  return page?.id ?? 0;
}

/** Submits the form like a browser. */
async function ask(email: string, change: Record<string, string> = {}, pageId?: number) {
  const client = await signedInAs(app, email);
  const payload = new URLSearchParams({ ...invoice, ...change }).toString();
  return client.call('POST', `/widgets/${pageId ?? (await pageOf(101))}/price`, {
    payload,
    headers: form,
  });
}

async function textOf(change: Record<string, string> = {}): Promise<string> {
  const answer = await ask('pro@demo.test', change);
  expect(answer.statusCode).toBe(200);
  return (await readPdf(answer.rawPayload)).text;
}

describe('the document of an invoice', () => {
  test('is a PDF from the form, with a readable name, shown in the browser [ACC-402]', async () => {
    const answer = await ask('pro@demo.test');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe('inline; filename="Invoice-1042.pdf"');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const estimate = await ask('pro@demo.test', { docType: 'Estimate', numberPrice: '7' });
    expect(estimate.headers['content-disposition']).toBe('inline; filename="Estimate-7.pdf"');
    expect(await aboutPdf(answer.rawPayload)).toMatchObject({
      title: 'Invoice 1042',
      author: 'Summit Roofing LLC',
    });
    expect(await aboutPdf(estimate.rawPayload)).toMatchObject({
      title: 'Estimate 7',
      author: 'Summit Roofing LLC',
    });
  });

  test('shows the parties, the amount, the due date, and the items', async () => {
    const text = await textOf();
    for (const part of [
      'Invoice',
      '1042',
      '11/21/2026',
      '12/21/2026',
      'Summit Roofing LLC',
      'License CO-448812',
      'Bill to',
      'Casey Nguyen',
    ])
      expect(text).toContain(part);
    for (const part of [
      'Nguyen Property LLC',
      '1188 Larkspur Lane',
      'Roof replacement',
      'Thank you for your business.',
    ])
      expect(text).toContain(part);
    // 24 × 125.50 = 3,012.00; 2.5 × 14.25 = 35.625, rounded to 35.63; 8.25% of 3,047.63 = 251.43.
    for (const amount of [
      '$3,012.00',
      '$35.63',
      '$3,047.63',
      'Tax (8.25%)',
      '$251.43',
      '-$250.00',
      '$3,049.06',
    ])
      expect(text).toContain(amount);
  });

  test('links to the page with a monthly example that is marked as an estimate', async () => {
    const text = await textOf();
    expect(text).toContain('Pay over time');
    expect(text).toContain('about $49 a month (estimate)');
    expect(text).toContain('localhost:3000/p/summit-roofing?source=invoice');
    expect(text).not.toMatch(/\p{Cf}/u);
    const small = await textOf({ items: JSON.stringify([item]) });
    expect(small).not.toContain('a month');
    const answer = await ask('pro@demo.test');
    expect(answer.rawPayload.toString('latin1')).toContain(
      'http://localhost:3000/p/summit-roofing?source=invoice',
    );
  });

  test('breaks words that are longer than a line, without extra characters', async () => {
    const word = `https://example.com/${'abcdefghij'.repeat(6)}`;
    const text = await textOf({
      items: JSON.stringify([{ ...item, description: `To ${word} now` }]),
    });
    const together = text.replace(/[\r\n]+/g, '');
    expect(together).toContain(word);
    expect(text).not.toContain(word);
    expect(text).toContain('now');
  });

  test("continues on more pages with the table's header on each", async () => {
    const items = Array.from({ length: 80 }, (_none, index) => ({
      ...item,
      description: `Item ${index + 1}`,
    }));
    const { rawPayload } = await ask('pro@demo.test', { items: JSON.stringify(items) });
    const { pages } = await readPdf(rawPayload);
    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(pages.filter((page) => page.includes('Description')).length).toBeGreaterThanOrEqual(3);
    expect(pages[1]).toContain('Invoice 1042');
    for (const { description } of items) expect(pages.join('\n')).toContain(description);
  });

  test('has the logo of its page; without a valid one, it starts with the name', async () => {
    const client = await signedInAs(app, 'brand@demo.test');
    const pageId = await pageOf(102);
    const params = JSON.stringify({ companyName: 'Oak & Iron Remodeling', ccAcceptance: 'Yes' });
    const withLogo = async (logo: object) => {
      const saved = await client.send(`/contractor/102/page/${pageId}`, {
        pageName: 'oak-and-iron',
        params,
        ...logo,
      });
      return saved.json<{ page: { logoUrl: string | null } }>().page.logoUrl?.split('/').at(-1);
    };
    const pictures = async () =>
      (await readPdf((await ask('brand@demo.test', {}, pageId)).rawPayload)).pictures;
    const tall = {
      create: { width: 90, height: 600, channels: 4, background: '#aa3300' },
    } as const;
    const bytes = await sharp(tall).png().toBuffer();
    expect(await pictures()).toBe(1);
    await withLogo({ removeLogo: '1' });
    expect(await pictures()).toBe(0);
    await withLogo({ logo: { name: 'tall.png', bytes } });
    expect(await pictures()).toBe(1);
    const key = await withLogo({ logo: { name: 'again.png', bytes } });
    await app.deps.files.write(key ?? '', Buffer.from('no picture'));
    expect(await pictures()).toBe(0);
  });

  test('shows its fields as plain text, never as markup, code, or a file', async () => {
    const hostile = '#read("/etc/passwd") $x^2$ \\u{41} *b* _i_ = @x <y> // `z`';
    const text = await textOf({
      fullName: hostile,
      projectName: '#import "@preview/cetz:0.3.0"',
      notes: '#eval("1+1") #sys.inputs [#{panic()}]',
      items: JSON.stringify([{ ...item, description: '#image("/logo.png") ]]} )' }]),
    });
    for (const part of [
      hostile,
      '#import "@preview/cetz:0.3.0"',
      '#eval("1+1") #sys.inputs [#{panic()}]',
      '#image("/logo.png") ]]} )',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    expect(text).not.toContain('root:');
  });

  test.each([
    ['very long words', 'W'.repeat(100)],
    ['emoji', '👩‍👩‍👧‍👦🏠 done'],
    ['right-to-left text', 'שלום العربية'],
    ['bidirectional control characters', 'ab\u202Ecd\u2066'],
    ['control characters', 'a\u0000b\u0007c\u001B'],
    ['lone surrogates', 'a\uD800b'],
    ['scripts without a font', '漢字 हिन्दी'],
  ])('is made with %s in every text', async (_what, words) => {
    const answer = await ask('pro@demo.test', {
      fullName: words,
      company: words,
      address: words,
      projectName: words,
      notes: words,
      license: words.slice(0, 50),
      items: JSON.stringify([{ ...item, description: words }]),
    });
    expect(answer.statusCode).toBe(200);
    expect((await readPdf(answer.rawPayload, { text: false })).pages).toHaveLength(1);
  });

  test('is made with the largest numbers and texts that the form accepts', async () => {
    const full = { description: 'W'.repeat(100), quantity: '99999.99', unitPrice: '$999,999.99' };
    const text = await textOf({
      numberPrice: '9'.repeat(20),
      taxRate: '999.99%',
      notes: 'x'.repeat(255),
      items: JSON.stringify(Array.from({ length: 80 }, () => full)),
    });
    expect(text).toContain('$99,999,989,000.00');
    expect(text).toContain('$87,999,');
  });

  test('adds an audit entry without the customer', async () => {
    await ask('pro@demo.test', { numberPrice: '5150' });
    const { db } = app.deps.database;
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'invoice.made'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({
      entity: 'page',
      contractorId: 101,
      details: { docType: 'Invoice', number: '5150', totalCents: 304_906 },
    });
    expect(JSON.stringify(entry)).not.toContain('Nguyen');
  });
});

describe('access to a document', () => {
  test("is denied for another contractor's page", async () => {
    const answer = await ask('brand@demo.test');
    expect(answer.statusCode).toBe(404);
    expect((await ask('pro@demo.test', {}, 999_999)).statusCode).toBe(404);
  });

  test('is denied for a request that names another user', async () => {
    expect((await ask('pro@demo.test', { userId: '11' })).statusCode).toBe(200);
    expect((await ask('pro@demo.test', { userId: '12' })).statusCode).toBe(404);
  });

  test('is granted to staff who switched into the contractor, not with their own account', async () => {
    expect((await ask('admin@demo.test')).statusCode).toBe(404);
    const client = await (await signedInAs(app, 'admin@demo.test')).switchInto(11);
    const answer = await client.call('POST', `/widgets/${await pageOf(101)}/price`, {
      payload: new URLSearchParams({ ...invoice, userId: '11' }).toString(),
      headers: form,
    });
    expect(answer.statusCode).toBe(200);
  });
});

test('rejects an invalid document with every field, items by position', async () => {
  const answer = await ask('pro@demo.test', {
    fullName: '',
    taxRate: '-1',
    items: JSON.stringify([item, { description: '', quantity: '0', unitPrice: '$1,000,000.00' }]),
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    error: 'invalid',
    fields: {
      fullName: 'This field is required.',
      taxRate: 'Enter a number that is not negative.',
      'items.1.description': 'This field is required.',
      'items.1.quantity': 'Enter a number above 0.',
      'items.1.unitPrice': 'Enter up to 6 digits and 2 decimals.',
    },
  });
});

describe("the e-mail with a document's link", () => {
  const mail = async (email: string, to: string, pageId?: number) => {
    const client = await signedInAs(app, email);
    return client.post(`/widgets/${pageId ?? (await pageOf(101))}/price/mail`, { email: to });
  };

  test('links the customer to the page, as the document does [ACC-454]', async () => {
    const answer = await mail('pro@demo.test', 'casey@homeowner.example');
    expect(answer.json()).toEqual({ message: 'Success!' });
    const [message] = await mailTo(app, 'casey@homeowner.example');
    expect(message?.event).toBe('invoice-link');
    expect(message?.subject).toContain('Summit Roofing LLC');
    expect(message?.text).toContain('http://localhost:3000/p/summit-roofing?source=invoice');
  });

  test("is sent only for the contractor's own pages, and to a valid address", async () => {
    expect((await mail('brand@demo.test', 'casey@homeowner.example')).statusCode).toBe(404);
    const wrong = await mail('pro@demo.test', 'casey');
    expect(wrong.json()).toMatchObject({
      error: 'invalid',
      fields: { email: 'The Email is in invalid format' },
    });
  });
});
