import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { minuteMs } from '@lintel/contract/core/durations';
import {
  runChecks,
  signatureOfProbe,
  type CheckResult,
  type Send,
} from '@lintel/contract/lenders/conformance/check';
import { lenderChecks } from '@lintel/contract/lenders/conformance/lender-checks';
import type { readConformance as endpoint } from '@lintel/contract/lenders/conformance/run';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { newSecret, sign } from '../../../platform/crypto/secrets.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { postTo } from '../connections/post.ts';
import { readSecretValues } from '../connections/secrets.ts';
import { destinationOf } from '../connections/tls.ts';
import { checkConformance } from '../queue-jobs.ts';
import { findLender, lockLender, type LenderRow } from '../repository.ts';
import { findRun, putRun, setRun, type RunRow } from './repository.ts';

const audit = auditor('lender');

/** How long a lender may take for one message, as in the protocol. */
const callSeconds = 20;
/** A run skips the remaining checks after this long, so that it doesn't hold up other calls. */
const runMs = 4 * minuteMs;
/** A run without an end after this long was interrupted. */
const staleMs = 10 * minuteMs;

const isStale = ({ startedAt, finishedAt }: RunRow, now: Date): boolean =>
  finishedAt === null && now.getTime() - startedAt.getTime() > staleMs;

/** The last run of a lender; null without one. */
export async function readRun(
  { db, clock, accounts }: Context,
  lenderId: number,
): Promise<ResponseBody<typeof endpoint>> {
  const row = await findRun(db, lenderId);
  if (row === undefined) return { run: null };
  const names = await accounts.namesOf(db, [row.startedBy]);
  return {
    run: {
      startedAt: row.startedAt.toISOString(),
      by: names.get(row.startedBy) ?? '',
      finishedAt: row.finishedAt?.toISOString() ?? null,
      isInterrupted: isStale(row, clock.now()),
      total: lenderChecks.length,
      results: row.results,
    },
  };
}

/**
 * Starts a run, which a job does. Throws `conflict` for a lender that isn't a webhook or has no
 * secret, and while another run isn't finished.
 */
export const startRun = (context: Context, caller: Caller, lenderId: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const lender = await lockLender(tx, lenderId);
    if (lender === undefined) throw new AppError('not_found');
    await requireReady(context, lender);
    const now = context.clock.now();
    const last = await findRun(tx, lenderId);
    if (last !== undefined && last.finishedAt === null && !isStale(last, now))
      throw new AppError('conflict', { message: 'The checks are already running.' });
    const run = newSecret()
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, 12);
    await putRun(tx, {
      lenderId,
      run,
      startedAt: now,
      startedBy: caller.authenticated.id,
      finishedAt: null,
      results: [],
    });
    await enqueue(tx, checkConformance, { lenderId, run }, { key: `conformance:${lenderId}` });
    await audit(tx, context, caller, 'conformance-started', { entityId: lenderId, details: {} });
  });

async function requireReady(context: Context, lender: LenderRow): Promise<void> {
  if (lender.connection !== 'webhook')
    throw new AppError('conflict', { message: 'Only webhook connections can be checked.' });
  if ((await readSecretValues(context, lender)).length === 0)
    throw new AppError('conflict', { message: 'Make a signing secret first.' });
}

/**
 * Sends every check's messages to a lender, and stores each result as it arrives. The messages are
 * marked as tests and have made-up data; nothing is stored about an application, and failures don't
 * count toward the lender's health.
 */
export async function runConformance(
  context: Context,
  { lenderId, run }: { lenderId: number; run: string },
): Promise<void> {
  const { db, clock } = context;
  const [lender, stored] = [await findLender(db, lenderId), await findRun(db, lenderId)];
  // A newer run replaced this one.
  if (lender === undefined || stored?.run !== run || stored.finishedAt !== null) return;
  const send = await senderTo(context, lender);
  const results: CheckResult[] = [];
  const started = performance.now();
  await runChecks(lenderChecks, {
    send,
    facts: { run, now: clock.now(), application: '' },
    isOver: () => performance.now() - started > runMs,
    onResult: async (result) => {
      results.push(result);
      await setRun(db, stored, { results });
    },
  });
  await setRun(db, stored, { finishedAt: clock.now() });
}

/** Sends probes to a lender as its other calls are sent, signed with its newest secret. */
async function senderTo(context: Context, lender: LenderRow): Promise<Send> {
  const destination = await destinationOf(context, lender);
  const [secret] = await readSecretValues(context, lender);
  return async (probe) => {
    // The lender's clock is the real one.
    const signature = signatureOfProbe(probe, secret?.value ?? '', new Date(), sign);
    return postTo(destination, {
      path: probe.path,
      body: probe.body,
      seconds: callSeconds,
      headers: {
        ...probe.headers,
        ...(signature !== undefined && { 'lintel-signature': signature }),
      },
    });
  };
}
