import { and, eq, isNull } from 'drizzle-orm';
import { dayIn } from '@lintel/contract/core/days';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { statusByPayments } from '@lintel/contract/documents/lifecycle';
import {
  isUnusualDay,
  type addPayment,
  type readFunding,
} from '@lintel/contract/documents/payments';
import type { FullDocument } from '@lintel/contract/documents/views';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { AppError } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import { toDollars } from '../../platform/money.ts';
import type { Context } from '../../platform/context.ts';
import { toDocumentKey, lockFor, touch, type OwnedDocument } from './drafts.ts';
import { findFundedPayment, selectFunding } from './funding-repository.ts';
import { readWhole } from './present.ts';
import {
  findDocument,
  insertEvent,
  lockDocument,
  setDocument,
  type DocumentRecord,
  type Payment,
} from './repository.ts';
import { documentPayments } from './tables.ts';
import { readContractorZone } from '../contractors/index.ts';
import { contractorToday } from './contractor-today.ts';

type NewPayment = typeof documentPayments.$inferInsert;
type PaymentEntry = Pick<NewPayment, 'method' | 'amountCents' | 'paidOn'> &
  Partial<Pick<NewPayment, 'checkNumber' | 'note' | 'applicationId' | 'offerId' | 'lenderName'>>;

/** Updates the paid amount and an invoice's status. */
async function setPaid(
  tx: Database,
  { clock }: Context,
  row: DocumentRecord,
  paidCents: number,
): Promise<void> {
  const { totalCents } = row;
  await setDocument(tx, row, {
    paidCents,
    balanceCents: totalCents - paidCents,
    updatedAt: clock.now(),
    // A draft with a deposit stays a draft.
    ...(row.kind === 'invoice' &&
      row.sentRevision > 0 && {
        status: statusByPayments({ paidCents, totalCents, isViewed: row.viewedAt !== null }),
      }),
  });
}

/** Enters a payment for a locked document. Throws `overpaid` unless confirmed. */
async function enter(
  tx: Database,
  context: Context,
  caller: Caller,
  {
    row,
    entered,
    evenIfOverpaid,
  }: { row: DocumentRecord; entered: PaymentEntry; evenIfOverpaid: boolean },
): Promise<FullDocument> {
  const { amountCents, method } = entered;
  if (amountCents > row.balanceCents && !evenIfOverpaid) throw new AppError('overpaid');
  const now = context.clock.now();
  const by = caller.authenticated.id;
  await tx.insert(documentPayments).values({
    ...entered,
    contractorId: row.contractorId,
    documentId: row.id,
    enteredAt: now,
    enteredBy: by,
  });
  await setPaid(tx, context, row, row.paidCents + amountCents);
  const details = { method, amount: toDollars(amountCents) };
  await insertEvent(tx, row, { kind: 'payment-added', at: now, actorId: by, details });
  await recordAudit(tx, context.clock, caller, {
    action: 'document.payment-added',
    entity: 'document',
    entityId: row.id,
    details: { method, amountCents },
  });
  await touch(tx, context, row);
  return readWhole(context, tx, row);
}

/**
 * Enters a manual payment. Throws `document_closed`, and `overpaid` and `unusual_date` unless
 * confirmed.
 */
export async function addPaymentTo(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  form: RequestPart<typeof addPayment, 'body'>,
): Promise<FullDocument> {
  const { amount, evenIfOverpaid, method, paidOn, checkNumber, note } = form;
  const today = await contractorToday(context, context.db, owned.contractorId);
  const isUnusual = isUnusualDay(paidOn, today);
  if (isUnusual && !form.evenIfUnusualDate) throw new AppError('unusual_date');
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'pay');
    const entered: PaymentEntry = {
      method,
      paidOn,
      note,
      amountCents: amount,
      checkNumber: method === 'check' ? checkNumber : '',
    };
    return enter(tx, context, caller, { row, entered, evenIfOverpaid });
  });
}

const dayOrEmpty = (timeZone: string, at: Date | null): string =>
  at === null ? '' : dayIn(at, timeZone);

export async function fundingFor(
  context: Context,
  owned: OwnedDocument,
): Promise<ResponseBody<typeof readFunding>> {
  const row = await findDocument(context.db, toDocumentKey(owned));
  if (row === undefined) throw new AppError('not_found');
  const found = await selectFunding(context.db, row);
  const timeZone = await readContractorZone(
    context.db,
    owned.contractorId,
    context.config.BUSINESS_TIME_ZONE,
  );
  return {
    data: found
      .filter(({ isUsed }) => !isUsed)
      .map(({ applicationId, lenderName, amountCents, fundedAt }) => ({
        applicationId,
        lenderName,
        amount: toDollars(amountCents),
        fundedOn: dayOrEmpty(timeZone, fundedAt),
      })),
  };
}

/**
 * Enters a funding of the customer's application, once for each offer. Throws `not_found` for
 * another customer's application, or one without funding, and `offer_used`.
 */
export async function addFundingTo(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  { applicationId, evenIfOverpaid }: { applicationId: number; evenIfOverpaid: boolean },
): Promise<FullDocument> {
  // Two documents may use the same offer in parallel: the unique index decides.
  return unlessTaken(
    'document_payments_offer',
    () => new AppError('offer_used'),
    () =>
      context.db.transaction(async (tx) => {
        const row = await lockFor(tx, owned, 'pay');
        const found = await selectFunding(tx, row, { applicationId });
        const offer = found.find(({ isUsed }) => !isUsed);
        if (offer === undefined) throw new AppError(found.length > 0 ? 'offer_used' : 'not_found');
        const { fundedAt, isUsed: _isUsed, ...facts } = offer;
        const zone = await readContractorZone(
          tx,
          owned.contractorId,
          context.config.BUSINESS_TIME_ZONE,
        );
        const entered: PaymentEntry = {
          ...facts,
          method: 'financing',
          paidOn: dayOrEmpty(zone, fundedAt),
        };
        return enter(tx, context, caller, { row, entered, evenIfOverpaid });
      }),
  );
}

/**
 * Reverses the payment by a funding that the lender reversed, in the reversal's transaction. If
 * some of the funding is left, that much is entered instead. Does nothing where the funding still
 * covers the payment, or paid no document.
 */
export async function reverseFundedPayment(
  tx: Database,
  context: Context,
  { contractorId, offerId, lenderName, at }: DomainEvents['funding.reversed'],
): Promise<void> {
  const found = await findFundedPayment(tx, { contractorId, offerId });
  const row = found && (await lockDocument(tx, { contractorId, id: found.payment.documentId }));
  if (found === undefined || row === undefined) return;
  const { payment, leftCents } = found;
  if (payment.amountCents <= leftCents) return;
  const reason = `${lenderName} reversed the funding.`;
  if (!(await endPayment(tx, payment, { at, by: null, reason }))) return;
  const { method } = payment;
  const log = async (what: 'payment-taken-back' | 'payment-added', amountCents: number) => {
    const details = { method, amount: toDollars(amountCents) };
    await insertEvent(tx, row, { kind: what, at, actorId: null, details });
    await recordAudit(tx, context.clock, null, {
      action: `document.${what}`,
      entity: 'document',
      entityId: row.id,
      contractorId,
      details: { amountCents, method },
    });
  };
  await log('payment-taken-back', payment.amountCents);
  if (leftCents > 0) {
    const {
      id: _id,
      takenBackAt: _at,
      takenBackBy: _by,
      takenBackReason: _reason,
      ...kept
    } = payment;
    await tx
      .insert(documentPayments)
      .values({ ...kept, amountCents: leftCents, enteredAt: at, enteredBy: null });
    await log('payment-added', leftCents);
  }
  await setPaid(tx, context, row, row.paidCents - payment.amountCents + Math.max(0, leftCents));
  await touch(tx, context, row);
}

/** Marks a payment as reversed; null when it is already, or doesn't exist. */
async function endPayment(
  tx: Database,
  { contractorId, documentId, id }: Pick<Payment, 'contractorId' | 'documentId' | 'id'>,
  { at, by, reason }: { at: Date; by: number | null; reason: string },
): Promise<Payment | null> {
  const [payment] = await tx
    .update(documentPayments)
    .set({ takenBackAt: at, takenBackBy: by, takenBackReason: reason })
    .where(
      and(
        eq(documentPayments.contractorId, contractorId),
        eq(documentPayments.documentId, documentId),
        eq(documentPayments.id, id),
        isNull(documentPayments.takenBackAt),
      ),
    )
    .returning();
  return payment ?? null;
}

/** Reverses a payment. It is kept with the reason, and the amount is owed again. */
export async function reversePayment(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  { payment: id, reason }: { payment: number; reason: string },
): Promise<FullDocument> {
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'copy');
    const now = context.clock.now();
    const by = caller.authenticated.id;
    const payment = await endPayment(tx, { ...owned, id }, { at: now, by, reason });
    if (payment === null) throw new AppError('not_found');
    await setPaid(tx, context, row, row.paidCents - payment.amountCents);
    const details = { method: payment.method, amount: toDollars(payment.amountCents) };
    await insertEvent(tx, row, { kind: 'payment-taken-back', at: now, actorId: by, details });
    await recordAudit(tx, context.clock, caller, {
      action: 'document.payment-taken-back',
      entity: 'document',
      entityId: row.id,
      details: { amountCents: payment.amountCents, method: payment.method },
    });
    await touch(tx, context, row);
    return readWhole(context, tx, row);
  });
}
