import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { dollarsText, toDollars } from '../../../platform/money.ts';
import { bookEntries } from '../../billing/index.ts';
import type { PayoutDeps } from '../deps.ts';
import { examineTaken } from '../examine.ts';
import { findPayee } from '../method-repository.ts';
import { listText, tellOwner, summaryOf } from '../notices.ts';
import type { PayoutRow } from '../payout-repository.ts';
import { examineAll } from '../prepare.ts';
import {
  entriesOf,
  leftOutOfRun,
  totalOf,
  traceNumberOf,
  writeRun,
  type LeftOut,
  type RunDeps,
  type RunEntry,
} from './file.ts';
import {
  byContractor,
  findRun,
  lockRun,
  markPaid,
  markSent,
  readFile,
  selectChanged,
  selectDue,
  takeRunLock,
  updateRun,
  type ChangedRow,
  type DueRow,
} from './repository.ts';

/** What the caller saw as due; left out, everything that is due is paid. */
interface Expected {
  count?: number | undefined;
  /** Dollars. */
  total?: number | undefined;
  /** When the caller saw it: a refusal tells what has changed since. */
  seenAt?: string | undefined;
}

/**
 * Pays all that is due: one entry in the file for the bank for each contractor. File, marks on the
 * payouts and the ledger's entries are made in one transaction, one run at a time, so that nothing
 * is paid twice or only half written down. Nothing leaves the system here: staff fetch the file. A
 * contractor who cannot be paid is left out and named, and holds nobody else up. Throws `conflict`
 * when nothing is due, or other than what the caller saw; what the examination found is kept all
 * the same.
 */
export async function startRun(
  deps: RunDeps,
  caller: Caller | null,
  expected: Expected = {},
): Promise<{ runId: number; leftOut: LeftOut[] }> {
  // In transactions of their own, so that the list is right even when the run is refused.
  await examineAll(deps, ['due']);
  return deps.db.transaction(async (tx) => {
    await takeRunLock(tx);
    const failed = await examineDue(tx, deps);
    const due = await selectDue(tx);
    await requireExpected(tx, due, expected);
    const { entries, leftOut } = await entriesOf(deps, due, failed);
    if (entries.length === 0)
      throw new AppError('conflict', { message: `Nobody can be paid. ${leftOutText(leftOut)}` });
    const runId = await writeRun(tx, deps, caller?.authenticated.id ?? null, entries);
    await bookRun(tx, deps, runId, entries);
    const paid = entries.flatMap(({ rows }) => rows);
    const details = {
      count: paid.length,
      totalCents: totalOf(paid),
      payees: entries.length,
      leftOut,
    };
    await recordAudit(tx, deps.clock, caller, {
      action: 'payout-run.started',
      entity: 'payout-run',
      entityId: runId,
      details,
    });
    return { runId, leftOut };
  });
}

/** The sentence about contractors who were left out of a run; empty when there were none. */
export const leftOutText = (leftOut: readonly LeftOut[]): string =>
  leftOut.length === 0
    ? ''
    : `Left out: ${listText(leftOut.map(({ companyName, amountCents }) => `${companyName} (${dollarsText(amountCents)})`))}.`;

/**
 * Examines everything that is due once more, now that nobody else can change it, and returns the
 * contractors for whom that failed.
 */
async function examineDue(tx: Database, deps: RunDeps): Promise<Set<number>> {
  const due = new Set((await selectDue(tx)).map(({ payout }) => payout.contractorId));
  const failed = await oneByOne(due, {
    log: deps.log,
    work: (contractorId) => tx.transaction((part) => examineTaken(part, deps, contractorId)),
    failed: leftOutOfRun,
  });
  return new Set(failed);
}

async function requireExpected(
  tx: Database,
  due: readonly DueRow[],
  { count, total, seenAt }: Expected,
): Promise<void> {
  if (due.length === 0) throw new AppError('conflict', { message: 'There is nothing to pay.' });
  const sum = totalOf(due);
  if (
    (count === undefined || count === due.length) &&
    (total === undefined || total === toDollars(sum))
  )
    return;
  const changed = seenAt === undefined ? [] : await selectChanged(tx, new Date(seenAt));
  const news = changed.length === 0 ? '' : `: ${listText(changed.map(changeText))}`;
  const now = `Now ${due.length === 1 ? '1 payout is' : `${due.length} payouts are`} due, ${dollarsText(sum)} in all.`;
  throw new AppError('conflict', {
    message: `What is due has changed meanwhile${news}. ${now} Please look at it again.`,
  });
}

function changeText({ companyName, state, amountCents }: ChangedRow): string {
  if (state === 'due') return `${companyName} gets ${dollarsText(amountCents)}`;
  return `${companyName} (${dollarsText(amountCents)}) is ${state === 'held' ? 'held' : 'set off'}`;
}

async function bookRun(
  tx: Database,
  deps: RunDeps,
  runId: number,
  entries: readonly RunEntry[],
): Promise<void> {
  const at = deps.clock.now();
  const ids = entries.flatMap(({ rows }) => rows.map(({ payout }) => payout.id));
  await markSent(tx, { ids, runId, at, bank: deps.sender.destination.slice(0, 8) });
  const booked = await bookEntries(
    tx,
    deps.clock,
    entries.flatMap(({ entry, rows }) =>
      rows.map(({ payout: { id, contractorId, amountCents } }) => ({
        source: `payout:${id}`,
        contractorId,
        account: 'earnings' as const,
        kind: 'payout' as const,
        amountCents: -amountCents,
        reference: traceNumberOf(deps, entry.sequence),
        happenedAt: at,
      })),
    ),
  );
  // A payout that was booked before was paid before: then the whole run is rolled back.
  if (booked !== ids.length)
    throw new Error(`Of ${ids.length} payouts ${ids.length - booked} were booked before`);
}

/** A run's file for the bank; who fetched it is written down. Throws `not_found`. */
export async function fetchFile(
  { db, clock, vault }: PayoutDeps,
  caller: Caller,
  runId: number,
): Promise<string> {
  const [run, sealed] = [await findRun(db, runId), await readFile(db, runId)];
  if (run === undefined || sealed === undefined) throw new AppError('not_found');
  const text = vault.open('run', runId, sealed);
  await db.transaction(async (tx) => {
    await updateRun(tx, runId, {
      downloadedBy: caller.authenticated.id,
      downloadedAt: clock.now(),
    });
    const details = {
      again: run.downloadedAt !== null,
      count: run.count,
      totalCents: run.totalCents,
    };
    await recordAudit(tx, clock, caller, {
      action: 'payout-run.downloaded',
      entity: 'payout-run',
      entityId: runId,
      details,
    });
  });
  return text;
}

/**
 * The bank has taken a run's file: what it sent is paid, and each payee is told once, by one
 * message, however often this is said. Throws `not_found`.
 */
export async function confirmRun(deps: PayoutDeps, caller: Caller, runId: number): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run === undefined) throw new AppError('not_found');
    if (run.confirmedAt !== null) return;
    const at = clock.now();
    const paid = await markPaid(tx, runId, at);
    await updateRun(tx, runId, { confirmedBy: caller.authenticated.id, confirmedAt: at });
    for (const together of byContractor(paid, ({ contractorId }) => contractorId).values())
      await tellPaid(tx, deps, together);
    const details = { count: paid.length };
    await recordAudit(tx, clock, caller, {
      action: 'payout-run.confirmed',
      entity: 'payout-run',
      entityId: runId,
      details,
    });
  });
}

async function tellPaid(tx: Database, deps: PayoutDeps, together: PayoutRow[]): Promise<void> {
  const ids = together.map(({ id }) => id);
  const found = await findPayee(tx, together[0]?.contractorId ?? 0);
  if (found === undefined) return;
  const key = String(Math.min(...ids));
  await tellOwner(tx, deps, {
    key,
    payee: found.payee,
    say: (common) => ({
      event: 'payout-sent',
      data: { ...common, payout: summaryOf(together) },
    }),
  });
}
