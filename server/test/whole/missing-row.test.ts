import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { startTwilio, type Twilio } from '../twilio.ts';

let app: TestApp;
let twilio: Twilio;
beforeAll(async () => {
  twilio = await startTwilio(() => app.clock.now());
  app = await createTestApp({ env: twilio.env });
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});

const nowhere = { contractorId: 101, id: 999_999_999 };
const exportId = '11111111-2222-4333-8444-555555555555';

test.each([
  ['emails.send', nowhere, 'The message'],
  ['texts.send', nowhere, 'The message'],
  ['push.send', nowhere, 'The message'],
  ['billing.charge', { contractorId: 101, paymentId: nowhere.id }, 'The payment'],
  [
    'billing.pay-guarantee',
    { claimId: nowhere.id, refunds: [] },
    `The approval of guarantee claim ${nowhere.id}`,
  ],
  ['applications.large-export', { contractorId: 101, exportId }, 'The export'],
  [
    'documents.make-pdf',
    { contractorId: 101, documentId: nowhere.id, revision: 1 },
    'The revision of a document',
  ],
])('retries %s of a missing row, %j', async (id, payload, what) => {
  const handler = app.composed.jobs.find(({ job }) => job.id === id);
  await expect(handler?.run(payload)).rejects.toThrow(`${what} is missing`);
  expect(handler?.job.maxAttempts).toBeGreaterThan(2);
});
