import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { sandboxNetwork } from './sandbox-network.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const application = {
  firstName: 'Ana',
  lastName: 'Paz',
  email: 'ana@example.com',
  phone: '5125550149',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmountCents: 900_000,
  monthlyBudgetCents: null,
  project: 'Roofing',
  page: { helocOffer: false, fdAgreement: false, creditCards: false },
} as const;

test.each([
  ['en', ['A copy of your driver’s license', 'A call to confirm where you work']],
  ['es', ['Una copia de su licencia de conducir', 'Una llamada para confirmar dónde trabaja']],
] as const)(
  'the sandbox asks a homeowner in the language they read: %s',
  async (language, asked) => {
    const { db, pool } = app.deps.database;
    const reference = `asks-${language}`;
    const offer = {
      reference: `${reference}.loan`,
      kind: 'loan',
      amountCents: 900_000,
      choice: 1,
    } as const;
    await sandboxNetwork(db, app.clock).choose({ ...application, reference, language }, offer);
    const { rows } = await pool.query<{ payload: string }>(
      'select payload::text from graphile_worker._private_jobs where key like $1',
      [`sandbox-${reference}-%`],
    );
    const told = rows.map(({ payload }) => payload).join();
    for (const words of asked) expect(told).toContain(words);
  },
);
