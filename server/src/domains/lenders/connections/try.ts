import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { TestMessage } from '@lintel/contract/lenders/messages';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { LenderRow } from '../repository.ts';
import type { CallRow } from './calls.ts';
import { sendToLender, type CallOutcome } from './send.ts';

/**
 * Sends a signed test call to a webhook lender, even a paused one. Throws `conflict` for a lender
 * with another connection.
 */
export async function testLender(
  context: Context,
  lender: LenderRow,
): Promise<CallOutcome & { ok: boolean }> {
  if (lender.connection !== 'webhook')
    throw new AppError('conflict', { message: 'Only webhook connections can be tested.' });
  const id = randomUUID();
  const message: TestMessage = { type: 'test', id, sentAt: context.clock.now().toISOString() };
  const text = JSON.stringify(message);
  const outcome = await sendToLender(context, lender, {
    kind: 'test',
    path: '/test',
    idempotencyKey: id,
    signed: text,
    headers: { 'content-type': 'application/json' },
    body: text,
    seconds: 10,
  });
  return { ...outcome, ok: outcome.problem === '' };
}

/** Queues the job of an outgoing call again. Throws `conflict` when it can't be repeated. */
export async function replay({ db }: Context, { job }: CallRow): Promise<void> {
  if (job === null) throw new AppError('conflict', { message: 'This call can’t be sent again.' });
  await db.execute(
    sql`select graphile_worker.add_job(${job.id}::text, ${JSON.stringify(job.payload)}::json, max_attempts => 3)`,
  );
}
