import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { desc, eq, sql } from 'drizzle-orm';
import { auditLog } from '../../platform/tables.ts';
import { createTestApp, signedInAs, type TestApp, type TestClient } from '../../../test/app.ts';
import { mailTo } from '../../../test/mail.ts';
import { messages } from '../messaging/queue/tables.ts';
import { findPayee } from './method-repository.ts';
import { payoutMethods } from './tables.ts';

let app: TestApp;
let pro: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  pro = await signedInAs(app, 'pro@demo.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.deps.database;
  await db.delete(payoutMethods).where(eq(payoutMethods.contractorId, 101));
  await db.delete(messages);
});

const path = '/contractor/101/payout-tax';
const details = {
  id: 101,
  payoutMethod: 'Direct Deposit',
  accHolderName: 'Summit Roofing LLC',
  bankName: 'First Harbor Bank',
  accNumber: '770011223344',
  routingNumber: '021000021',
};

const save = (change: object = {}, client = pro) => client.post(path, { ...details, ...change });
const stored = async () =>
  (
    await app.deps.database.db
      .select()
      .from(payoutMethods)
      .where(eq(payoutMethods.contractorId, 101))
  )[0];
const notices = async () =>
  (await mailTo(app, 'pro@demo.test')).filter(({ event }) => event === 'payout-method-changed');

describe('the bank details of a contractor', () => {
  test('are an empty object until entered [ACC-153] [ACC-435] [ACC-452]', async () => {
    const answer = await pro.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
    expect((await pro.get('/contractor/101/ach')).json()).toEqual({});
    expect((await findPayee(app.deps.database.db, 101))?.method).toBeNull();
  });

  test('are saved, and returned with masked numbers, payee, and address [ACC-161] [ACC-162] [ACC-163] [ACC-164] [ACC-436] [ACC-437]', async () => {
    const answer = await save();
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'Update successful!',
      routingNumber: '*****0021',
      accNumber: '****3344',
    });
    const heldUntil = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
    expect((await pro.get(path)).json()).toEqual({
      payoutMethod: 'Direct Deposit',
      payeeName: 'Priya Natarajan',
      address: '2240 Ridge Road, Denver, CO 80202',
      accHolderName: 'Summit Roofing LLC',
      bankName: 'First Harbor Bank',
      accountType: 'Checking',
      routingNumber: '*****0021',
      accNumber: '****3344',
      heldUntil,
      returnCode: '',
      version: 1,
    });
    expect((await pro.get('/contractor/101/ach')).json()).toEqual({
      payoutMethod: 'Direct Deposit',
      bankName: 'First Harbor Bank',
      accNumber: '****3344',
      heldUntil,
    });
    expect((await findPayee(app.deps.database.db, 101))?.method).not.toBeNull();
  });

  test('keep a number that is sent back masked, and cause no hold when nothing changed [ACC-352]', async () => {
    await save();
    const before = await stored();
    const masked = { accNumber: '****3344', routingNumber: '*****0021' };
    app.clock.pass(60);
    expect((await save(masked)).statusCode).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await save({ ...masked, bankName: 'Second Harbor Bank' })).statusCode).toBe(200);
    expect(await stored()).toMatchObject({
      bankName: 'Second Harbor Bank',
      routingLast4: '0021',
      accountLast4: '3344',
      version: 2,
    });
    expect(await notices()).toHaveLength(2);
    expect((await save({ ...masked, accNumber: '****9999' })).json()).toMatchObject({
      error: 'invalid',
      fields: { accNumber: 'This field is required.' },
    });
  });

  test('keep a number that isn’t sent, and reject an empty one [ACC-351] [ACC-352] [ACC-355]', async () => {
    await save();
    expect(
      (
        await save({
          accNumber: undefined,
          routingNumber: undefined,
          bankName: 'Third Harbor Bank',
        })
      ).statusCode,
    ).toBe(200);
    expect(await stored()).toMatchObject({
      bankName: 'Third Harbor Bank',
      routingLast4: '0021',
      accountLast4: '3344',
    });
    expect((await save({ accNumber: '', routingNumber: '' })).json().fields).toEqual({
      accNumber: 'This field is required.',
      routingNumber: 'This field is required.',
    });
  });

  test('require unmasked numbers the first time [ACC-351] [ACC-355]', async () => {
    expect((await save({ accNumber: '****3344' })).json().fields).toEqual({
      accNumber: 'This field is required.',
    });
    expect((await save({ accNumber: undefined })).json().fields).toEqual({
      accNumber: 'This field is required.',
    });
    expect((await save({ routingNumber: undefined })).json().fields).toEqual({
      routingNumber: 'This field is required.',
    });
  });

  test('are validated by the form’s rules [ACC-351] [ACC-355] [ACC-356]', async () => {
    const wrong = { accHolderName: '', routingNumber: '021000022', accNumber: '12x4' };
    const answer = await save(wrong);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().fields).toEqual({
      accHolderName: 'This field is required.',
      routingNumber: 'Please enter a valid 9-digit routing number.',
      accNumber: 'Please use digits only',
    });
  });

  test('trigger an e-mail to the owner with each change, and hold payouts for three days', async () => {
    await save();
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice?.subject).toBe('Your bank details were changed');
    expect(notice?.text.replace(/\s+/g, ' ')).toContain(
      'First Harbor Bank, account ending in 3344',
    );
    expect(notice?.text).not.toContain('770011223344');
  });

  test('reject a stale save', async () => {
    expect((await save({ version: 0 })).statusCode).toBe(200);
    expect((await save({ version: 1, bankName: 'Second Harbor Bank' })).statusCode).toBe(200);
    const late = await save({ version: 1, bankName: 'Third Harbor Bank' });
    expect([late.statusCode, late.json().error]).toEqual([409, 'conflict']);
    expect((await stored())?.bankName).toBe('Second Harbor Bank');
  });

  test('are in the audit log without their values', async () => {
    await save();
    const [entry] = await app.deps.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'payout-method.saved'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ actorId: 11, contractorId: 101, entityId: '101' });
    expect(entry?.details).toEqual({
      changes: {
        accHolderName: { from: null, to: 'Summit Roofing LLC' },
        bankName: { from: null, to: 'First Harbor Bank' },
        accountType: { from: null, to: 'Checking' },
        routingNumber: { from: null, to: '•••• 0021' },
        accNumber: { from: null, to: '•••• 3344' },
      },
      version: 1,
    });
  });
});

describe('access to bank details', () => {
  test('is closed to another contractor: the id isn’t found', async () => {
    const brand = await signedInAs(app, 'brand@demo.test');
    for (const read of [
      path,
      '/contractor/101/ach',
      '/contractor/101/payouts',
      '/contractor/101/earnings',
    ])
      expect((await brand.get(read)).statusCode).toBe(404);
    expect((await save({}, brand)).statusCode).toBe(404);
    expect(await stored()).toBeUndefined();
  });

  test('is closed to a team user with Limited access, and to staff without the privilege', async () => {
    for (const email of ['team@demo.test', 'mailer@demo.test']) {
      const client = await signedInAs(app, email);
      expect((await client.get(path)).statusCode).toBe(403);
      expect((await save({}, client)).statusCode).toBe(403);
    }
  });

  test('is read-only for staff who manage payouts [ADM-374] [ADM-419]', async () => {
    await save();
    const support = await signedInAs(app, 'support@demo.test');
    expect((await support.get(path)).json()).toMatchObject({ accNumber: '****3344' });
    expect((await support.get('/contractor/999999/payout-tax')).statusCode).toBe(404);
    expect((await save({ bankName: 'Elsewhere' }, support)).statusCode).toBe(404);
    await support.switchInto(11);
    expect((await support.get(path)).json()).toMatchObject({ accNumber: '****3344' });
    const refused = await save({ bankName: 'Elsewhere' }, support);
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'access_denied']);
    expect(refused.json().message).toBe(
      'Only the contractor can change bank details and submit a tax form.',
    );
    expect((await stored())?.bankName).toBe('First Harbor Bank');
  });
});

/** Every value of every table as text, and every file of the data folder. */
async function everythingKept(): Promise<string> {
  const { db } = app.deps.database;
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ all: string | null }>(
      sql.raw(`select string_agg(t::text, e'\n') as all from ${name} t`),
    );
    texts.push(rows[0]?.all ?? '');
  }
  const folder = app.deps.config.DATA_DIR;
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      texts.push((await readFile(join(file.parentPath, file.name))).toString('latin1'));
  return texts.join('\n');
}

test('no account number, routing number, or tax number is stored in plain text', async () => {
  await save({ accNumber: '770011223344', routingNumber: '021000021' });
  await app.work();
  const kept = await everythingKept();
  expect(kept).toContain('First Harbor Bank');
  // Entered here and by the demo data: bank numbers, and the tax numbers of the forms.
  for (const secret of [
    '770011223344',
    '021000021',
    '000440186789',
    '121042882',
    '840123457',
    '310765432',
    '006120345',
  ])
    expect(kept.includes(secret), secret).toBe(false);
});
