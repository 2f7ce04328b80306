import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
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
  projectAddress: '',
  page: { name: 'oak', helocOffer: false, fdAgreement: false, creditCards: false },
  contractor: { id: 1, legalName: 'Oak', address: '' },
} as const;

const offerOf = (reference: string) =>
  ({ reference: `${reference}.loan`, kind: 'loan', amountCents: 900_000, choice: 1 }) as const;

test.each([
  ['en', ['A copy of your driver’s license', 'A call to confirm where you work']],
  ['es', ['Una copia de su licencia de conducir', 'Una llamada para confirmar dónde trabaja']],
] as const)(
  "the sandbox sends its requests in the homeowner's language: %s",
  async (language, asked) => {
    const { db, pool } = app.deps.database;
    const reference = `asks-${language}`;
    const offer = offerOf(reference);
    await sandboxNetwork(db, app.clock).choose({ ...application, reference, language }, offer);
    const { rows } = await pool.query<{ payload: string }>(
      'select payload::text from graphile_worker._private_jobs where key like $1',
      [`sandbox-${reference}-%`],
    );
    const told = rows.map(({ payload }) => payload).join();
    for (const words of asked) expect(told).toContain(words);
  },
);

/** Types of the sandbox's events about a choice, in the order of their keys. */
async function eventsOf(reference: string, phone: string): Promise<string[]> {
  const { db, pool } = app.deps.database;
  const facts = { ...application, reference, phone, language: 'en' } as const;
  await sandboxNetwork(db, app.clock).choose(facts, offerOf(reference));
  const { rows } = await pool.query<{ type: string }>(
    `select payload->>'type' as type from graphile_worker._private_jobs where key like $1 order by key`,
    [`sandbox-${reference}-%`],
  );
  return rows.map(({ type }) => type);
}

test.each([
  ['5125550177', ['documents.requested']],
  ['5125550149', ['documents.requested', 'information.requested']],
  ['5125550148', ['application.approved']],
  ['5125550147', ['application.approved', 'offer.funded']],
])('the lender of %s responds to a choice with %j', async (phone, types) => {
  expect(await eventsOf(`choice-${phone}`, phone)).toEqual(types);
});
