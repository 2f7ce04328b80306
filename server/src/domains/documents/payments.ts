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
import { toDollars } from '../../platform/money.ts';
import type { Context } from '../../platform/context.ts';
import { toDocumentKey, lockFor, touch, type OwnedDocument } from './drafts.ts';
import { selectFunding } from './funding-repository.ts';
import { readWhole } from './present.ts';
import { findDocument, insertEvent, setDocument, type DocumentRecord } from './repository.ts';
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
    ...(row.kind === 'invoice' && {
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
        const found = await selectFunding(tx, row, applicationId);
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
    const [payment] = await tx
      .update(documentPayments)
      .set({ takenBackAt: now, takenBackBy: by, takenBackReason: reason })
      .where(
        and(
          eq(documentPayments.contractorId, owned.contractorId),
          eq(documentPayments.documentId, owned.documentId),
          eq(documentPayments.id, id),
          isNull(documentPayments.takenBackAt),
        ),
      )
      .returning();
    if (payment === undefined) throw new AppError('not_found');
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
