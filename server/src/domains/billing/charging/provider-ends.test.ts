import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, type TestApp } from '../../../../test/app.ts';
import { findCustomerId } from '../cards/repository.ts';
import type { SandboxGateway } from '../gateway/sandbox.ts';
import { payments } from '../payments/tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const statusOf = async (contractorId: number): Promise<unknown> => {
  const { rows } = await app.deps.database.pool.query(
    'select payment_status from contractors where id = $1',
    [contractorId],
  );
  return rows[0]?.payment_status;
};

test('a contractor deleted by the provider is Canceled; reopened by staff and with a new card, it pays and is active again', async () => {
  const customerId = await findCustomerId(app.deps.database.db, 102, 'sandbox');
  await (app.deps.gateway as SandboxGateway).endCustomer(customerId!);
  await app.work();
  expect(await statusOf(102)).toBe('Canceled');
  const owner = await signedInAs(app, 'brand@demo.test');
  expect((await owner.get('/user/12/card')).json()).toEqual({ id: null });
  const admin = await signedInAs(app, 'admin@demo.test');
  // Within the paid period nothing would be owed.
  await app.deps.database.db
    .update(payments)
    .set({ periodEnd: app.clock.now() })
    .where(eq(payments.contractorId, 102));
  expect((await admin.post('/subscription/102/reopen', {})).statusCode).toBe(200);
  expect(await statusOf(102)).toBe('Renewed');
  const card = {
    number: '4242424242424242',
    name: 'Brandon Okafor',
    expiration: '12/39',
    cvc: '123',
    address_zip: '43004',
  };
  expect((await owner.post('/user/12/card?mode=create', card)).json()).toEqual({
    message: 'Card added successfully',
  });
  await app.work();
  expect(await statusOf(102)).toBe('Paid');
  expect((await owner.get('/payment')).json().data[0]).toMatchObject({
    status: 'Succeeded',
    amount: 199,
  });
});
