import type { Database } from '../../platform/db/connect.ts';
import { dayIn, firstDayOf, monthOf } from '../../platform/days.ts';
import type { PayoutDeps } from './deps.ts';
import { bankingDayAfter } from './nacha/banking-days.ts';
import { nachaFile, traceOf, type Entry, type Sender } from './nacha/file.ts';
import { countRunsSince, insertRun, updateRun, type DueRow } from './run-repository.ts';

export interface RunDeps extends PayoutDeps {
  /** What our bank knows us by. */
  sender: Sender;
  /** What the payees read on their statements, at most ten characters. */
  description: string;
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The file's letter on its day: after 36 runs of one day it begins again. */
const modifierOf = (earlierToday: number): string => modifiers.charAt(earlierToday % modifiers.length);

export const totalOf = (due: readonly DueRow[]): number => due.reduce((sum, { payout }) => sum + payout.amountCents, 0);

/** Stores a run with its sealed file, in the caller's transaction, and gives its id. */
export async function writeRun(tx: Database, deps: RunDeps, startedBy: number | null, due: readonly DueRow[]): Promise<number> {
  const { clock, timeZone, vault, sender, description } = deps;
  const startedAt = clock.now();
  const day = dayIn(startedAt, timeZone);
  const effectiveOn = bankingDayAfter(day);
  const modifier = modifierOf(await countRunsSince(tx, day, timeZone));
  const run = { month: firstDayOf(monthOf(day)), startedBy, startedAt, effectiveOn };
  const runId = await insertRun(tx, { ...run, count: due.length, totalCents: totalOf(due) });
  const time = startedAt.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const entries = due.map((row) => entryOf(vault, row));
  const text = nachaFile(sender, { day, time, effectiveOn, modifier, description }, entries);
  await updateRun(tx, runId, { fileSealed: vault.seal('run', runId, text) });
  return runId;
}

/** A person's tax number makes a payment to a person; so does none, because it may be one. */
const entryOf = (vault: RunDeps['vault'], { payout, method, isSsn }: DueRow): Entry => ({
  routing: vault.open('routing', method.contractorId, method.routingSealed),
  account: vault.open('account', method.contractorId, method.accountSealed),
  accountType: method.accountType,
  standard: isSsn === false ? 'CCD' : 'PPD',
  amountCents: payout.amountCents,
  receiverId: String(payout.contractorId),
  receiverName: method.accHolderName,
  sequence: payout.id,
});

/** The trace number by which a bank names a payout. */
export const traceNumberOf = ({ sender }: RunDeps, payoutId: number): string => traceOf(sender, payoutId);
