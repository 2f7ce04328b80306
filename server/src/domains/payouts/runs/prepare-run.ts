import type { Context } from '../../../platform/context.ts';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { dayIn, firstDayOfMonth, toMonth } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { dollarsText, toDollars } from '../../../platform/money.ts';
import { fullNames, staffHolding } from '../../identity/index.ts';
import { notify } from '../../messaging/index.ts';
import { examineTaken } from '../examine.ts';
import { listText } from '../notices.ts';
import { examineAll } from '../prepare.ts';
import { isOnePerson } from '../threshold.ts';
import { buildEntries, exclusionMessage, leftOutText, sumDue, type LeftOut } from './file.ts';
import {
  holdForRun,
  insertRun,
  selectChanged,
  selectDue,
  takeRunLock,
  type ChangedRow,
  type DueRow,
} from './repository.ts';

/** What the caller saw as due; by default, everything due is included. */
interface ExpectedRun {
  count?: number | undefined;
  /** Dollars. */
  total?: number | undefined;
  /** When the caller saw it; a conflict lists the changes since then. */
  seenAt?: string | undefined;
}

/** A prepared run, and who can release it. */
export interface PreparedRun {
  runId: number;
  leftOut: LeftOut[];
  /** Whether the preparer may release it. */
  onePerson: boolean;
  /** How many others can release it. */
  others: number;
}

/**
 * Prepares a run of everything due: the run holds its payouts, so that no other run takes them, and
 * waits for another person's release. Nothing is paid, booked, or announced to contractors; staff
 * who can release it get an e-mail. A contractor who can't be paid is excluded and named, and
 * doesn't block the others. Throws `conflict` when nothing is due, or the due payouts differ from
 * what the caller saw; the examination's results are kept even then.
 */
export async function prepareRun(
  context: Context,
  caller: Caller | null,
  expected: ExpectedRun = {},
): Promise<PreparedRun> {
  // In separate transactions, without the run lock, so that contractors can still change their bank
  // details and refunds are booked. This also keeps the list correct when the run is rejected.
  const since = context.clock.now();
  await examineAll(context, ['due']);
  return context.db.transaction(async (tx) => {
    await takeRunLock(tx);
    const due = await selectDue(tx);
    const failed = await examineMissed(tx, context, due, since);
    const found = await selectDue(tx);
    await requireExpected(tx, found, expected);
    const { entries, unpaid } = await buildEntries(context, found, failed);
    const leftOut = unpaid.map((rows) => ({
      companyName: rows[0]?.companyName ?? '',
      amountCents: sumDue(rows),
    }));
    if (entries.length === 0)
      throw new AppError('conflict', { message: `No one can be paid. ${leftOutText(leftOut)}` });
    const held = entries.flatMap(({ rows }) => rows);
    const runId = await storeRun(tx, context, caller, { held, payees: entries.length, leftOut });
    const onePerson = await isOnePerson(tx);
    return {
      runId,
      leftOut,
      onePerson,
      others: await notifyPayers(tx, context, caller, { runId, held, onePerson }),
    };
  });
}

/** The message about a prepared run: who can release it, and who is excluded. */
export function preparedText({ onePerson, others, leftOut }: PreparedRun): string {
  const next = onePerson
    ? 'Release it to make the file for the bank.'
    : others > 0
      ? 'Someone else has to release it.'
      : 'No one else can release it yet: give another account the privilege to pay, or let one person do both in the payout rules.';
  return `The run is prepared. ${next} ${leftOutText(leftOut)}`.trim();
}

/**
 * Examines, under the run lock, the contractors of these payouts who weren't examined since a
 * moment, and returns those for whom that failed. The others need no second examination: every
 * change to a payout examines it in the same transaction, and waits for this lock.
 */
export async function examineMissed(
  tx: Database,
  context: Context,
  rows: readonly Examined[],
  since: Date,
): Promise<Set<number>> {
  const missed = rows.filter(
    ({ payout: { examinedAt } }) => examinedAt === null || examinedAt < since,
  );
  const failed = await oneByOne(new Set(missed.map(({ payout }) => payout.contractorId)), {
    log: context.log,
    work: (contractorId) => tx.transaction((part) => examineTaken(part, context, contractorId)),
    failed: exclusionMessage,
  });
  return new Set(failed);
}

interface Examined {
  payout: { contractorId: number; examinedAt: Date | null };
}

async function requireExpected(
  tx: Database,
  due: readonly DueRow[],
  { count, total, seenAt }: ExpectedRun,
): Promise<void> {
  if (due.length === 0) throw new AppError('conflict', { message: 'There is nothing to pay.' });
  const sum = sumDue(due);
  if (
    (count === undefined || count === due.length) &&
    (total === undefined || total === toDollars(sum))
  )
    return;
  const changed = seenAt === undefined ? [] : await selectChanged(tx, new Date(seenAt));
  const news = changed.length === 0 ? '' : `: ${listText(changed.map(changeText))}`;
  const now = `Now ${due.length === 1 ? '1 payout is' : `${due.length} payouts are`} due, ${dollarsText(sum)} in all.`;
  throw new AppError('conflict', {
    message: `The payouts due have changed${news}. ${now} Please review them again.`,
  });
}

function changeText({ companyName, state, amountCents }: ChangedRow): string {
  if (state === 'due') return `${companyName} gets ${dollarsText(amountCents)}`;
  return `${companyName} (${dollarsText(amountCents)}) is ${state === 'held' ? 'held' : 'set off'}`;
}

interface Contents {
  held: readonly DueRow[];
  payees: number;
  leftOut: LeftOut[];
}

async function storeRun(
  tx: Database,
  { clock, config }: Context,
  caller: Caller | null,
  { held, payees, leftOut }: Contents,
): Promise<number> {
  const preparedAt = clock.now();
  const sums = { count: held.length, totalCents: sumDue(held) };
  const runId = await insertRun(tx, {
    ...sums,
    month: firstDayOfMonth(toMonth(dayIn(preparedAt, config.BUSINESS_TIME_ZONE))),
    preparedBy: caller?.authenticated.id ?? null,
    preparedAt,
  });
  await holdForRun(tx, runId, held);
  await recordAudit(tx, clock, caller, {
    action: 'payout-run.prepared',
    entity: 'payout-run',
    entityId: runId,
    details: { ...sums, payees, leftOut },
  });
  return runId;
}

/**
 * E-mails the people who can release a run, and returns how many there are apart from the preparer.
 * Sends nothing when one person may do both.
 */
async function notifyPayers(
  tx: Database,
  context: Context,
  caller: Caller | null,
  { runId, held, onePerson }: { runId: number; held: readonly DueRow[]; onePerson: boolean },
): Promise<number> {
  const preparer = caller?.authenticated.id;
  const others = (await staffHolding(tx, { resource: 'payouts', code: 'manage_access' })).filter(
    ({ id }) => id !== preparer,
  );
  if (onePerson && preparer !== undefined) return others.length;
  const names =
    preparer === undefined ? new Map<number, string>() : await fullNames(tx, [preparer]);
  const run = {
    id: runId,
    preparedBy: names.get(preparer ?? 0) ?? '',
    payouts: held.length === 1 ? '1 payout' : `${held.length} payouts`,
    amount: dollarsText(sumDue(held)),
  };
  for (const { id, ...user } of others)
    await notify(tx, context, {
      event: 'payout-run-waiting',
      key: `payout-run-waiting:${runId}:${id}`,
      data: { user, run, link: `${context.config.publicUrl}/manage/payouts?tab=runs` },
    });
  return others.length;
}
