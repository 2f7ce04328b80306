import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentsOn } from '../../../../test/consents.ts';
import { createTestApp, visitor, type TestApp } from '../../../../test/app.ts';
import { startSilent } from '../../../../test/smtp.ts';
import { slots } from '../../../platform/jobs/job.ts';
import { startWorker, type RunningWorker } from '../../../platform/jobs/worker.ts';
import { smtpTransport } from '../../../platform/mail/smtp.ts';
import type { MailTransport } from '../../../platform/mail/transport.ts';
import { queueEmail } from './queue.ts';

let silent: Awaited<ReturnType<typeof startSilent>>;
let transport: MailTransport;
let app: TestApp;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  silent = await startSilent();
  // Longer than any test, so a message in progress stays in progress.
  const timeLimits = {
    dnsTimeout: 600_000,
    connectionTimeout: 600_000,
    greetingTimeout: 600_000,
    socketTimeout: 600_000,
  };
  transport = smtpTransport(silent.url, undefined, { timeLimits });
  app = await createTestApp({ env: { SMTP_URL: silent.url }, transport });
});
afterAll(async () => {
  await silent.close();
  await worker?.stop();
  transport.close();
  await app.close();
});

const person = {
  firstName: 'Wilma',
  lastName: 'Oaks',
  email: 'wilma@example.com',
  phone: '(512) 555-0147',
  city: 'Austin',
  state: 'TX',
  creditBand: 'good',
  requestedAmount: '$12,500.00',
  project: 'Painting',
};

async function numberOf(query: string): Promise<number> {
  const { rows } = await app.deps.database.db.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${query}`),
  );
  return rows[0]?.count ?? -1;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

test('exactly the jobs that call an external service have slots for that service', () => {
  const { jobs, schedules } = app.composed;
  const all = [...jobs, ...schedules.map(({ handler }) => handler)].map(({ job }) => job);
  const by = (callee: string): string[] =>
    [...new Set(all.filter(({ calls }) => calls === callee).map(({ id }) => id))].toSorted();
  expect(by('mail')).toEqual(['emails.send']);
  expect(by('lenders')).toEqual([
    'applications.send-document',
    'applications.send-to-lender',
    'applications.tell-choice',
    'applications.tell-given-up',
    'lenders.check-conformance',
  ]);
  expect(by('payments')).toEqual([
    'billing.charge',
    'billing.detach-card',
    'billing.pay-guarantee',
    'billing.reconcile',
    'billing.refund',
    'billing.retry-failed',
    'billing.settle',
  ]);
  expect(by('crm')).toEqual(['leads.tell-crm']);
  expect(by('texts')).toEqual(['texts.send']);
});

test('while a hung mail server holds every message, lenders are still called and their offers arrive', async () => {
  await app.deps.database.db.transaction(async (tx) => {
    for (let at = 0; at < 28; at += 1) {
      const user = { firstname: 'Reader', lastname: String(at), email: `reader-${at}@example.com` };
      await queueEmail(tx, app.deps, {
        event: 'password-changed',
        key: `reader-${at}`,
        data: { user },
      });
    }
  });
  const { jobs: handlers, schedules } = app.composed;
  const watching = { log: () => undefined, alone: false, patience: 0 };
  worker = await startWorker(app.deps.database.pool, {
    handlers,
    schedules: schedules.slice(0, 0),
    ...watching,
  });
  await until(() => silent.accepted === slots.mail);
  const begun = await visitor(app).post('/homeowner/pages/summit-roofing/applications', {
    draft: {},
  });
  const { token } = begun.json() as { token: string };
  const sent = await visitor(app).post(`/homeowner/applications/${token}/submit`, {
    ...person,
    consents: await consentsOn(app, 'summit-roofing'),
  });
  expect(sent.statusCode).toBe(200);
  await until(async () => (await numberOf(`lender_events where type = 'offers.received'`)) > 0);
  expect(silent.accepted).toBe(slots.mail);
  expect(
    await numberOf(`messages where channel = 'email' and status = 'queued'`),
  ).toBeGreaterThanOrEqual(28);
  expect(
    await numberOf(
      `graphile_worker.jobs where task_identifier = 'emails.send' and locked_by is not null`,
    ),
  ).toBe(slots.mail);
}, 120_000);
