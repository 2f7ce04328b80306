import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, signedInAs, visitor, type TestApp } from '../../../../test/app.ts';
import { consentsOn } from '../../../../test/consents.ts';
import { readPdf } from '../../../../test/pdf.ts';

import { brandFromConfig } from '../../../platform/brand.ts';
import { currentStateTexts, readProviderFacts } from '../../legal/index.ts';
import { findPublicPage } from '../../pages/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await app.deps.database.pool.query(text, values)).rows;

/** The hash of a state's disclosure as the page shows it now. */
async function shownHash(state: string): Promise<string> {
  const { database, config } = app.deps;
  const page = await findPublicPage(database.db, 'oak-and-iron');
  if (page === undefined) throw new Error('No page');
  const provider = await readProviderFacts(database.db);
  const texts = await currentStateTexts(
    database.db,
    { brand: brandFromConfig(config), provider, page },
    { language: 'en', now: app.clock.now() },
  );
  return texts.find((one) => one.state === state)?.hash ?? '';
}

let applied = 0;
async function apply(state: string, hash: string | undefined) {
  applied += 1;
  const call = (path: string, payload: object) =>
    visitor(app).call('POST', `/homeowner/${path}`, {
      payload,
      remoteAddress: `198.51.100.${applied}`,
    });
  const { token } = (await call('pages/oak-and-iron/applications', {})).json();
  const answer = await call(`applications/${token}/submit`, {
    firstName: 'Olga',
    lastName: 'Ohio',
    email: `olga${applied}@example.com`,
    phone: `61455501${String(applied).padStart(2, '0')}`,
    city: 'Columbus',
    state,
    creditBand: 'good',
    requestedAmount: 22_000,
    project: 'Kitchen',
    projectAddress: '12 Elm Street',
    consents: {
      ...(await consentsOn(app, 'oak-and-iron')),
      ...(hash !== undefined && { state: { hash } }),
    },
  });
  const [row] = await sql('select id from applications where email = $1', [
    `olga${applied}@example.com`,
  ]);
  return { answer, id: Number(row?.['id']) };
}

test('the disclosure of the applicant’s state is recorded with its version and hash', async () => {
  const hash = await shownHash('OH');
  expect(hash).not.toBe('');
  const { answer, id } = await apply('OH', hash);
  expect(answer.statusCode).toBe(200);
  expect(
    await sql('select * from application_disclosures where application_id = $1', [id]),
  ).toMatchObject([{ kind: 'state-oh', version: 1, language: 'en', text_hash: hash }]);
  const admin = await signedInAs(app, 'admin@demo.test');
  const record = await admin.get(`/manage/consents/${id}/record`);
  const { text } = await readPdf(record.rawPayload);
  expect(text).toContain('Disclosure for Ohio');
  expect(text).toContain('The Ohio civil rights commission administers compliance');
});

test('another state’s text and an unknown one are rejected', async () => {
  for (const [state, hash] of [
    ['TX', await shownHash('OH')],
    ['CO', await shownHash('OH')],
    ['OH', 'f'.repeat(64)],
  ] as const) {
    const { answer } = await apply(state, hash);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().fields)).toEqual(['consents.state.hash']);
  }
});

test('an application without a shown disclosure is sent, and records none', async () => {
  const { answer, id } = await apply('TX', undefined);
  expect(answer.statusCode).toBe(200);
  expect(
    await sql('select * from application_disclosures where application_id = $1', [id]),
  ).toEqual([]);
});
