import type {
  Adjustment,
  AdjustmentForm,
  AdjustmentState,
} from '@lintel/contract/commissions/adjustments';
import { hourMs } from '@lintel/contract/core/durations';
import type { Context } from '../../../platform/context.ts';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import { addMonths, dayIn, toMonth, usDay } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import { fullNames } from '../../identity/index.ts';
import { bookCommissions } from '../book.ts';
import '../events.ts';
import {
  findAdjustment,
  insertAdjustment,
  lockAdjustment,
  updateAdjustment,
  type AdjustmentRow,
  type NamedAdjustment,
} from './adjustment-repository.ts';

const audit = auditor('adjustment');

/** How far back an effective day may be, like the Commissions report. */
const reachMonths = 24;

/** Proposes an adjustment; nothing is booked. Throws `not_found`, and `invalid` for the day. */
export async function proposeAdjustment(
  context: Context,
  caller: Caller,
  { contractorId, kind, amount, reason, effectiveOn }: AdjustmentForm,
): Promise<RowKey> {
  const { db, clock, config } = context;
  const today = dayIn(clock.now(), config.BUSINESS_TIME_ZONE);
  if (effectiveOn > today || effectiveOn < addMonths(today, -reachMonths))
    throw invalidField('effectiveOn', 'Choose today or a day in the past 2 years.');
  return db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const amountCents = toCents(amount);
    const id = await insertAdjustment(tx, {
      contractorId,
      kind,
      amountCents,
      reason,
      effectiveOn,
      proposedBy: caller.authenticated.id,
      proposedAt: clock.now(),
    });
    await audit(tx, context, caller, 'proposed', {
      entityId: id,
      contractorId,
      details: { kind, amountCents, reason, effectiveOn },
    });
    return { contractorId, id };
  });
}

/**
 * Approves an adjustment that another person proposed: books its commission and ledger entry, once,
 * in one transaction. A negative one reduces unsent payouts at once. Returns the day of the
 * commission. Throws `not_found`, `access_denied` for the proposer, and `conflict` when it was
 * decided before.
 */
export async function approveAdjustment(
  context: Context,
  caller: Caller,
  key: RowKey,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { companyName } = await lockContractor(tx, key.contractorId);
    const row = await requireProposed(tx, key);
    requireOther(caller, row, 'approve');
    const { earnedAt, bookedOn } = bookingDay(context, row);
    const booked = await bookCommissions(tx, context, [
      {
        contractorId: row.contractorId,
        type: row.kind,
        source: `adjustment:${row.id}`,
        userName: '',
        companyName,
        amountCents: row.amountCents,
        earnedAt,
        note: row.reason,
      },
    ]);
    if (booked !== 1) throw new Error(`The adjustment ${row.id} was booked before`);
    await decide(tx, context, caller, row, { state: 'approved', bookedOn });
    if (row.amountCents < 0)
      await context.emit(tx, 'commissions.reversed', { contractorIds: [row.contractorId] });
    return bookedOn;
  });
}

/**
 * When the commission is earned: on the effective day. Months that are over are closed,
 * so an earlier day becomes the day of the approval.
 */
function bookingDay(
  { clock, config }: Context,
  { effectiveOn }: AdjustmentRow,
): { earnedAt: Date; bookedOn: string } {
  const now = clock.now();
  const today = dayIn(now, config.BUSINESS_TIME_ZONE);
  if (effectiveOn === today || toMonth(effectiveOn) < toMonth(today))
    return { earnedAt: now, bookedOn: today };
  return { earnedAt: instantOn(effectiveOn, config.BUSINESS_TIME_ZONE), bookedOn: effectiveOn };
}

/** An instant on a day in any time zone. */
function instantOn(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`);
  return dayIn(noon, timeZone) === day ? noon : new Date(noon.getTime() - 12 * hourMs);
}

/** Rejects an adjustment that another person proposed. Throws like `approveAdjustment`. */
export async function rejectAdjustment(
  context: Context,
  caller: Caller,
  key: RowKey,
  note: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await requireProposed(tx, key);
    requireOther(caller, row, 'reject');
    await decide(tx, context, caller, row, { state: 'rejected', note });
  });
}

/** Cancels the caller's own proposal. Throws `not_found`, `access_denied`, or `conflict`. */
export async function cancelAdjustment(
  context: Context,
  caller: Caller,
  key: RowKey,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await requireProposed(tx, key);
    if (row.proposedBy !== caller.authenticated.id)
      throw new AppError('access_denied', {
        message: 'Only the person who proposed it can cancel it. You can reject it.',
      });
    await decide(tx, context, caller, row, { state: 'canceled' });
  });
}

const decidedWords: Record<Exclude<AdjustmentState, 'proposed'>, string> = {
  approved: 'approved',
  rejected: 'rejected',
  canceled: 'canceled',
};

/** Locks an adjustment that waits for a decision. */
async function requireProposed(tx: Database, key: RowKey): Promise<AdjustmentRow> {
  const row = await lockAdjustment(tx, key);
  if (row === undefined) throw new AppError('not_found');
  if (row.state === 'proposed') return row;
  const names = await fullNames(tx, row.decidedBy === null ? [] : [row.decidedBy]);
  const who = names.get(row.decidedBy ?? 0) ?? 'Another person';
  throw new AppError('conflict', {
    message: `${who} has ${decidedWords[row.state]} this proposal.`,
  });
}

/** The account that signed in counts, so switching doesn't make a second person. */
function requireOther(caller: Caller, row: AdjustmentRow, what: 'approve' | 'reject'): void {
  if (row.proposedBy === caller.authenticated.id)
    throw new AppError('access_denied', {
      message:
        what === 'approve'
          ? 'You proposed this, so another person has to approve it.'
          : 'You proposed this. You can cancel it.',
    });
}

interface Decision {
  state: 'approved' | 'rejected' | 'canceled';
  note?: string;
  bookedOn?: string;
}

async function decide(
  tx: Database,
  context: Context,
  caller: Caller,
  row: AdjustmentRow,
  decision: Decision,
): Promise<void> {
  await updateAdjustment(tx, row, {
    ...decision,
    decidedBy: caller.authenticated.id,
    decidedAt: context.clock.now(),
  });
  const { kind, amountCents, reason, proposedBy } = row;
  const { state, ...more } = decision;
  await audit(tx, context, caller, state, {
    entityId: row.id,
    contractorId: row.contractorId,
    details: { kind, amountCents, reason, proposedBy, ...more },
  });
}

/** An adjustment as an account sees it. Throws `not_found`. */
export async function readAdjustment(
  { db }: Context,
  userId: number,
  key: RowKey,
): Promise<Adjustment> {
  const found = await findAdjustment(db, key);
  const [shown] = found === undefined ? [] : await presentAdjustments(db, userId, [found]);
  if (shown === undefined) throw new AppError('not_found');
  return shown;
}

/** Adjustments in their wire format, with the names of the people who acted on them. */
export async function presentAdjustments(
  db: Database,
  userId: number,
  found: readonly NamedAdjustment[],
): Promise<Adjustment[]> {
  const ids = found.flatMap(({ row }) => [row.proposedBy, row.decidedBy]);
  const names = await fullNames(
    db,
    ids.filter((id) => id !== null),
  );
  const nameOf = (id: number | null): string => names.get(id ?? 0) ?? '';
  return found.map(({ row, companyName }) => ({
    id: row.id,
    contractorId: row.contractorId,
    companyName,
    kind: row.kind,
    amount: toDollars(row.amountCents),
    reason: row.reason,
    effectiveOn: row.effectiveOn,
    state: row.state,
    proposedBy: nameOf(row.proposedBy),
    proposedAt: row.proposedAt.toISOString(),
    decidedBy: nameOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    bookedOn: row.bookedOn,
    isOwn: row.proposedBy === userId,
  }));
}

/** What happens next with a booked adjustment, for the person who approved it. */
export const approvedText = (effectiveOn: string, bookedOn: string): string =>
  bookedOn === effectiveOn
    ? 'It is approved and booked.'
    : `It is approved and booked on ${usDay(bookedOn)}, because the month of ${usDay(effectiveOn)} is closed.`;
