import { PDFDocument } from '@cantoo/pdf-lib';
import { w9Certification } from '@lintel/contract/payouts/w9-text';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { w9FileProblems } from '@lintel/contract/payouts/w9';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mail.ts';
import { aboutPdf, readPdf } from '../../../../test/pdf.ts';
import { auditLog } from '../../../platform/tables.ts';
import { contractors } from '../../contractors/tables.ts';
import { w9Forms } from '../tables.ts';
import { readStatusOfW9 } from './review.ts';
import { certificationHash } from './submit.ts';

let app: TestApp;
let pro: TestClient;
let brand: TestClient;
let free: TestClient;
let support: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  [pro, brand, free, support] = (await Promise.all(
    ['pro', 'brand', 'free', 'support'].map((name) => signedInAs(app, `${name}@demo.test`)),
  )) as [TestClient, TestClient, TestClient, TestClient];
});
afterAll(() => app.close());

const form = {
  taxClassification: ['individual'],
  llcClassification: '',
  otherClassification: '',
  exemptPayeeCode: '',
  fatcaCode: '',
  address: '2240 Ridge Road',
  city: 'Denver, CO 80202',
  ssn: '123-45-6789',
  ein: '',
  subjectToWithholding: false,
  signature: 'Priya Natarajan',
};
const fields = {
  id: '101',
  fullName: 'Priya Natarajan',
  companyName: 'Summit Roofing LLC',
  isSSN: '1',
  isEIN: '0',
};
type Fields = Record<string, string | { name: string; bytes: Buffer }>;

const submit = (change: Fields = {}, of: object = form, client = pro) =>
  client.send('/contractor/101/w9', { ...fields, form: JSON.stringify(of), ...change });
const sendFile = (bytes: Buffer, change: Fields = {}) =>
  pro.send('/contractor/101/w9', { ...fields, file: { name: 'w9.pdf', bytes }, ...change });
const own = async () => (await pro.get('/contractor/101/w9')).json();
const forReview = async (client = support) =>
  (await client.get('/manage/contractor/101/w9')).json();
const review = (change: object, client = support) =>
  client.post('/manage/contractor/101/w9', { id: 101, ...change });
const current = async (contractorId = 101) => {
  const { db } = app.deps.database;
  const [row] = await db
    .select()
    .from(w9Forms)
    .where(eq(w9Forms.contractorId, contractorId))
    .orderBy(desc(w9Forms.id))
    .limit(1);
  return row;
};
const textOf = async (base64: string): Promise<string> =>
  (await readPdf(Buffer.from(base64, 'base64'))).text;

describe('the blank form', () => {
  test('is a fillable PDF with the certification [ACC-438]', async () => {
    const answer = await pro.get('/template/w9/pdf');
    expect(answer.headers['content-type']).toBe('application/pdf');
    const { text, pages } = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    expect((await aboutPdf(answer.rawPayload)).title).toMatch(/^Substitute Form W-9/);
    const normalized = text.replace(/\s+/g, ' ');
    expect(normalized).toContain('Under penalties of perjury, I certify that:');
    for (const item of w9Certification.items) expect(normalized).toContain(item);
    expect(normalized).toContain(w9Certification.notice);
    const names = (await PDFDocument.load(answer.rawPayload))
      .getForm()
      .getFields()
      .map((field) => field.getName());
    expect(names).toEqual(
      expect.arrayContaining([
        'fullName',
        'companyName',
        'individual',
        'llc',
        'address',
        'city',
        'ssn1',
        'ein2',
        'signature',
        'date',
      ]),
    );
  });
});

describe('a contractor', () => {
  test('has the status Not found without a form [ACC-211] [ACC-439] [ACC-453] [ADM-222] [ADM-418]', async () => {
    expect((await free.get('/contractor/104/w9')).json()).toMatchObject({
      status: 'Not found',
      form: null,
      submittedAt: null,
    });
    expect((await free.get('/contractor/104/w9-status')).json()).toEqual({ status: 'Not found' });
    expect((await support.get('/contractor/104/w9-status')).json()).toEqual({
      status: 'Not found',
    });
    expect(await readStatusOfW9(app.deps.database.db, 104)).toBe('Not found');
    expect((await pro.get('/contractor/101/w9-status')).json()).toEqual({ status: 'Pending' });
    expect((await brand.get('/contractor/102/w9-status')).json()).toEqual({ status: 'Verified' });
    expect((await support.get('/contractor/103/w9-status')).json()).toEqual({ status: 'Rejected' });
  });

  test('submits typed values, which become a PDF that waits for review [ACC-165] [ACC-440]', async () => {
    const answer = await submit();
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Thank you. Your W-9 form was submitted.', status: 'Pending' },
    ]);
    const { form: copy, ...facts } = await own();
    expect(facts).toEqual({
      status: 'Pending',
      fullName: 'Priya Natarajan',
      companyName: 'Summit Roofing LLC',
      isSSN: true,
      isEIN: false,
      tin: '***-**-6789',
      submittedAt: app.clock.now().toISOString(),
      reviewedAt: null,
      reason: '',
    });
    const text = await textOf(copy);
    for (const part of [
      'Priya Natarajan',
      'Summit Roofing LLC',
      '2240 Ridge Road',
      'Denver, CO 80202',
      'Signed electronically by Priya Natarajan (pro@demo.test)',
    ])
      expect(text).toContain(part);
    expect(text).toContain(certificationHash);
    expect(await textOf((await forReview()).form)).toMatch(
      /1\s*2\s*3\s*–?\s*4\s*5\s*–?\s*6\s*7\s*8\s*9/,
    );
    expect(text.replace(/\s/g, '')).not.toMatch(/123.?45.?6789/);
    expect(await current()).toMatchObject({
      signature: 'Priya Natarajan',
      signedFrom: '127.0.0.1',
      textHash: certificationHash,
      submittedBy: 11,
    });
  });

  test('gets field errors, and nothing is submitted [ACC-357] [ACC-363] [ACC-364] [ACC-365]', async () => {
    const before = await current();
    const wrong = await submit({ fullName: '' }, { ...form, address: '', ssn: '12' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().fields).toMatchObject({
      fullName: 'These fields are required.',
      'form.address': 'These fields are required.',
      'form.ssn': 'Please enter a valid 9-digit TIN number.',
    });
    const both = await submit({}, { ...form, ein: '380123456' });
    expect(both.json().fields).toMatchObject({
      'form.ein': 'Please enter one TIN option only (SSN or EIN).',
    });
    expect((await submit({ isEIN: '1' })).json().fields).toEqual({
      isSSN: 'Please enter one TIN option only (SSN or EIN).',
    });
    expect((await submit({ isSSN: '0', isEIN: '1' })).json().fields).toEqual({
      isSSN: 'Please enter one TIN option only (SSN or EIN).',
    });
    expect((await pro.send('/contractor/101/w9', fields)).json().fields).toEqual({
      file: 'These fields are required.',
    });
    expect(await current()).toEqual(before);
  });

  test('uploads a completed PDF instead [ACC-166] [ACC-440]', async () => {
    const blank = await PDFDocument.load((await pro.get('/template/w9/pdf')).rawPayload);
    blank.getForm().getTextField('fullName').setText('Priya Natarajan');
    blank.getForm().flatten();
    const answer = await sendFile(Buffer.from(await blank.save()));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await own()).toMatchObject({ status: 'Pending', tin: '', form: null });
    expect(await textOf((await forReview()).form)).toContain('Priya Natarajan');
    expect((await pro.get('/contractor/101/w9/preview')).statusCode).toBe(404);
  });

  test('gets the reason for a rejected file: not a PDF, damaged, scripts, attachments, too many pages or bytes', async () => {
    const before = await current();
    const plain = await PDFDocument.create();
    plain.addPage();
    const scripted = await plain.copy();
    scripted.addJavaScript('hello', 'app.alert(1)');
    const attaching = await plain.copy();
    await attaching.attach(Buffer.from('MZ'), 'run.exe');
    const long = await plain.copy();
    for (let page = 1; page <= 20; page += 1) long.addPage();
    const refused: [keyof typeof w9FileProblems, Uint8Array][] = [
      ['type', Buffer.from('%PNG')],
      ['damaged', Buffer.from('%PDF-1.7\nnothing')],
      ['script', await scripted.save()],
      ['attachment', await attaching.save()],
      ['pages', await long.save()],
    ];
    for (const [problem, bytes] of refused)
      expect((await sendFile(Buffer.from(bytes))).json().fields).toEqual({
        file: w9FileProblems[problem],
      });
    expect((await sendFile(Buffer.alloc(2 * 1024 * 1024 + 1))).json().fields).toEqual({
      file: 'Uploaded file cannot be more than 2MB',
    });
    expect(await current()).toEqual(before);
  });

  test('keeps older forms, and sees an image of the current one', async () => {
    const before = (await forReview()).older;
    await submit();
    expect((await forReview()).older).toBe(before + 1);
    const { db } = app.deps.database;
    const rows = await db.select().from(w9Forms).where(eq(w9Forms.contractorId, 101));
    expect(rows.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
    const picture = await pro.get('/contractor/101/w9/preview');
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.headers['cache-control']).toBe('no-store');
  });
});

describe('the reviewer', () => {
  test('sees the form as signed and its differences from the contractor [ACC-441] [ADM-420]', async () => {
    await submit({ fullName: 'P. Natarajan', companyName: 'Summit Holdings' });
    const answer = await support.get('/manage/contractor/101/w9');
    expect(answer.statusCode).toBe(200);
    const { form: pdf, ...facts } = answer.json();
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(facts).toMatchObject({
      status: 'Pending',
      differences: [
        { field: 'name', form: 'P. Natarajan', contractor: 'Priya Natarajan' },
        { field: 'company', form: 'Summit Holdings', contractor: 'Summit Roofing LLC' },
      ],
      skipDifferences: false,
      tin: '***-**-6789',
      taxClassification: 'Individual/sole proprietor',
      address: '2240 Ridge Road, Denver, CO 80202',
      version: 1,
    });
    const entries = await app.deps.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'w9.read'), eq(auditLog.contractorId, 101)));
    expect(entries.at(-1)).toMatchObject({ actorId: 2 });
    const picture = await support.get('/manage/contractor/101/w9/preview');
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  });

  test('compares line 1 with the person and the company, ignoring case, punctuation, and company type', async () => {
    const same: [fullName: string, companyName: string][] = [
      ['Summit Roofing LLC', ''],
      ['SUMMIT ROOFING, L.L.C.', 'Summit Roofing'],
      ['priya natarajan', 'Summit Roofing, LLC'],
    ];
    for (const [fullName, companyName] of same) {
      await submit({ fullName, companyName });
      expect((await forReview()).differences).toEqual([]);
      const [row] = await app.deps.database.db
        .select({ isDifferent: contractors.w9IsDifferent })
        .from(contractors)
        .where(eq(contractors.id, 101));
      expect(row).toEqual({ isDifferent: false });
    }
    await submit({ fullName: 'Summit Roofing Supply LLC' });
    expect((await forReview()).differences).toMatchObject([{ field: 'name' }]);
  });

  test('can verify a form with different names only by skipping all differences [ACC-442] [ADM-421]', async () => {
    await submit({ fullName: 'P. Natarajan' });
    const refused = await review({ status: 'Verified', skipDifferences: '0' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields.skipDifferences).toContain('Skip all differences');
    expect((await own()).status).toBe('Pending');
    const taken = await review({ status: 'Verified', skipDifferences: 1 });
    expect([taken.statusCode, taken.json().message]).toEqual([200, 'The W-9 form was reviewed.']);
    expect(taken.json().w9).toMatchObject({
      status: 'Verified',
      skipDifferences: true,
      reviewedBy: 'Sam Porter',
    });
    const [row] = await app.deps.database.db
      .select()
      .from(contractors)
      .where(eq(contractors.id, 101));
    expect(row).toMatchObject({
      w9Status: 'Verified',
      w9FullName: 'P. Natarajan',
      w9IsDifferent: true,
      w9SkipDifferences: true,
    });
  });

  test('sets Pending, Verified, or Rejected, each in the audit log [ACC-212]', async () => {
    await submit();
    for (const status of ['Verified', 'Rejected', 'Pending'] as const) {
      expect((await review({ status, skipDifferences: '1' })).statusCode).toBe(200);
      expect((await own()).status).toBe(status);
    }
    expect((await review({ status: 'Not found' })).statusCode).toBe(422);
    const entries = await app.deps.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'w9.reviewed'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entries[0]).toMatchObject({
      actorId: 2,
      contractorId: 101,
      details: { from: 'Rejected', to: 'Pending', skipDifferences: false },
    });
  });

  test('notifies the contractor once why a form is rejected', async () => {
    await submit();
    await review({ status: 'Rejected', reason: 'The name is not the one of the number.' });
    await review({ status: 'Rejected', reason: 'The name is not the one of the number.' });
    const [mail, next] = (await mailTo(app, 'pro@demo.test')).filter(
      ({ event }) => event === 'w9-status',
    );
    expect(mail?.subject).toBe('Your W-9 form: Rejected');
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'Summit Roofing LLC: The name is not the one of the number. Payouts are on hold',
    );
    expect(next?.subject).not.toBe('Your W-9 form: Rejected');
    expect(await own()).toMatchObject({
      status: 'Rejected',
      reason: 'The name is not the one of the number.',
    });
  });

  test('decides on the reviewed form, not on a newer one', async () => {
    await submit();
    const { version } = await forReview();
    await review({ status: 'Pending' });
    expect((await review({ status: 'Verified', version })).json().error).toBe('conflict');
    expect(
      (await support.post('/manage/contractor/104/w9', { status: 'Verified' })).statusCode,
    ).toBe(404);
  });

  test('finds the waiting forms, oldest first', async () => {
    await submit();
    const { data, total } = (await support.get('/manage/w9?limit=10')).json();
    expect(total).toBe(data.length);
    expect(data).toEqual([
      expect.objectContaining({
        contractorId: 101,
        companyName: 'Summit Roofing LLC',
        status: 'Pending',
        isDifferent: false,
      }),
    ]);
  });
});

describe('access to tax forms', () => {
  test('is closed to other contractors, Limited team users, and staff without the privilege [ADM-374]', async () => {
    for (const path of [
      '/contractor/101/w9',
      '/contractor/101/w9-status',
      '/contractor/101/w9/preview',
    ])
      expect((await brand.get(path)).statusCode).toBe(404);
    expect((await submit({}, form, brand)).statusCode).toBe(404);
    for (const email of ['team@demo.test', 'mailer@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get('/contractor/101/w9')).statusCode).toBe(403);
      expect((await submit({}, form, client)).statusCode).toBe(403);
    }
    for (const email of ['pro@demo.test', 'mailer@demo.test', 'team@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get('/manage/contractor/101/w9')).statusCode).toBe(403);
      expect((await review({ status: 'Verified' }, client)).statusCode).toBe(403);
      expect((await client.get('/manage/w9')).statusCode).toBe(403);
    }
  });

  test('lets switched staff review but not submit', async () => {
    const switched = await (await signedInAs(app, 'support@demo.test')).switchInto(11);
    expect((await switched.get('/contractor/101/w9')).statusCode).toBe(200);
    expect((await forReview(switched)).status).toBe('Pending');
    const before = await current();
    expect((await submit({}, form, switched)).json()).toMatchObject({ error: 'access_denied' });
    expect(await current()).toEqual(before);
  });
});
