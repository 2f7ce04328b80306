import type {
  copyDocument,
  createDocument,
  saveDocument,
  startDocument,
} from '@lintel/contract/documents/documents';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import { documentContent, type DocumentContent } from '@lintel/contract/documents/content';
import { mayBe, type DocumentAction } from '@lintel/contract/documents/lifecycle';
import type { FullDocument } from '@lintel/contract/documents/views';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dayIn } from '../../platform/days.ts';
import { AppError } from '../../platform/errors.ts';
import { toDollars } from '../../platform/money.ts';
import { touchCustomer } from '../customers/index.ts';
import { pageNames } from '../pages/index.ts';
import { listColumns } from './columns.ts';
import { findDefaults } from './defaults.ts';
import type { Context } from '../../platform/context.ts';
import { nextNumber } from './numbers.ts';
import { presentContent, readWhole } from './present.ts';
import {
  findRevision,
  insertDocument,
  insertEvent,
  lockDocument,
  movePayments,
  findNewestByKind,
  removeDocument,
  setDocument,
  type DocumentKey,
  type DocumentRecord,
} from './repository.ts';
import { customerForDraft, requireChoosable } from './customer-visibility.ts';

/** A contractor's document, resolved by the endpoint's `owner`. */
export interface OwnedDocument {
  contractorId: number;
  documentId: number;
}

export const toDocumentKey = ({ contractorId, documentId }: OwnedDocument): DocumentKey => ({
  contractorId,
  id: documentId,
});

/**
 * A document, locked for a change. Throws `not_found`, `conflict` when the caller has an older
 * version, and `document_closed` when its status forbids the change.
 */
export async function lockFor(
  tx: Database,
  owned: OwnedDocument,
  action: DocumentAction,
  version?: number,
): Promise<DocumentRecord> {
  const row = await lockDocument(tx, toDocumentKey(owned));
  if (row === undefined) throw new AppError('not_found');
  if (version !== undefined && row.version !== version) throw new AppError('conflict');
  if (!mayBe(row, action)) throw new AppError('document_closed');
  return row;
}

/** Updates the last activity of a document's customer, if any. */
export async function touch(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { contractorId, customerId }: { contractorId: number; customerId: number | null },
): Promise<void> {
  if (customerId !== null) await touchCustomer(tx, clock, { contractorId, customerId });
}

/** Dates belong to one document and aren't copied to the next. */
const undated = { issuedOn: '', dueOn: '', validUntil: '' };

/** The content of a new document: texts and rates of the last one, and the customer. */
export async function startDraft(
  { db, clock, config }: Context,
  caller: Caller,
  contractorId: number,
  { kind, customerId = null }: { kind: DocumentKind; customerId: number | null | undefined },
): Promise<ResponseBody<typeof startDocument>> {
  const last = await findNewestByKind(db, contractorId, kind);
  const [firstPage] = await pageNames(db, contractorId);
  const set = await findDefaults(db, { contractorId, kind });
  const { notes, terms, license, taxRate } = set ?? last?.content ?? documentContent.parse({});
  const customer =
    customerId === null ? {} : await customerForDraft(db, caller, { contractorId, customerId });
  return {
    customerId,
    pageId: last === undefined ? (firstPage?.id ?? null) : last.pageId,
    content: presentContent({
      ...documentContent.parse({ customer }),
      notes,
      terms,
      license,
      taxRate,
      ...lastDay(kind, set?.days ?? null, dayIn(clock.now(), config.BUSINESS_TIME_ZONE)),
    }),
    nextNumber: await nextNumber(db, { contractorId, kind }),
  };
}

/** An estimate's last day or an invoice's due date: `days` after `today`. */
function lastDay(kind: DocumentKind, days: number | null, today: string) {
  if (days === null) return {};
  const date = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  return kind === 'estimate' ? { validUntil: date } : { dueOn: date };
}

interface NewDraft {
  kind: DocumentKind;
  customerId: number | null;
  pageId: number | null;
  content: DocumentContent;
  estimateId?: number;
}

/** Inserts a new draft in the caller's transaction. */
export async function insertDraft(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { caller, contractorId }: { caller: Caller; contractorId: number },
  draft: NewDraft,
): Promise<number> {
  const now = clock.now();
  return insertDocument(tx, {
    ...draft,
    ...listColumns({ kind: draft.kind, number: null, paidCents: 0 }, draft.content),
    contractorId,
    createdAt: now,
    createdBy: caller.authenticated.id,
    updatedAt: now,
  });
}

export async function createDraft(
  context: Context,
  caller: Caller,
  contractorId: number,
  body: RequestPart<typeof createDocument, 'body'>,
): Promise<FullDocument> {
  const { kind, content } = body;
  return context.db.transaction(async (tx) => {
    const customerId = body.customerId ?? null;
    await requireChoosable(tx, caller, { contractorId, customerId });
    const pageId = body.pageId ?? null;
    const draft = { kind, content, customerId, pageId };
    const id = await insertDraft(tx, context, { caller, contractorId }, draft);
    const key = { contractorId, id };
    await insertEvent(tx, key, {
      kind: 'created',
      at: context.clock.now(),
      actorId: caller.authenticated.id,
    });
    await touch(tx, context, { contractorId, customerId });
    return readWhole(context, tx, key);
  });
}

/** Saves a draft, or the next revision of a sent document. */
export async function saveDraft(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  body: RequestPart<typeof saveDocument, 'body'>,
): Promise<FullDocument> {
  const { content, version } = body;
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'save', version);
    const key = toDocumentKey(owned);
    const customerId = body.customerId ?? null;
    await requireChoosable(tx, caller, { contractorId: owned.contractorId, customerId });
    await setDocument(tx, key, {
      content,
      customerId,
      pageId: body.pageId ?? null,
      hasUnsentChanges: true,
      version: row.version + 1,
      updatedAt: context.clock.now(),
      // Lists show the sent revision until the next one is sent.
      ...(row.sentRevision === 0 && listColumns(row, content)),
    });
    return readWhole(context, tx, key);
  });
}

/** Discards unsent changes to a sent document. */
export async function discardDraft(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  version: number,
): Promise<FullDocument> {
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'save', version);
    const key = toDocumentKey(owned);
    const sent = await findRevision(tx, key, row.sentRevision);
    if (sent === undefined) throw new AppError('document_closed');
    if (row.hasUnsentChanges) {
      const now = context.clock.now();
      await setDocument(tx, key, {
        content: sent.content,
        pageId: sent.facts.pageId,
        hasUnsentChanges: false,
        version: row.version + 1,
        updatedAt: now,
      });
      await insertEvent(tx, key, {
        kind: 'discarded',
        at: now,
        actorId: caller.authenticated.id,
      });
    }
    return readWhole(context, tx, key);
  });
}

/**
 * Deletes a draft. Payments on its estimate go back there, and the estimate can become an invoice
 * again.
 */
export async function deleteOwnDraft(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'delete');
    const key = toDocumentKey(owned);
    if (row.estimateId !== null) await restoreEstimate(tx, context, row, row.estimateId);
    await removeDocument(tx, key);
    await recordAudit(tx, context.clock, caller, {
      action: 'document.draft-removed',
      entity: 'document',
      entityId: row.id,
      details: { kind: row.kind },
    });
  });
}

/** Restores an estimate after its invoice is deleted or voided: accepted, with its deposit. */
export async function restoreEstimate(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  invoice: DocumentRecord,
  estimateId: number,
): Promise<void> {
  const key = { contractorId: invoice.contractorId, id: estimateId };
  const estimate = await lockDocument(tx, key);
  if (estimate === undefined) return;
  await movePayments(tx, invoice.contractorId, { from: invoice.id, to: estimateId });
  await setDocument(tx, key, {
    status: 'accepted',
    paidCents: invoice.paidCents,
    balanceCents: estimate.totalCents - invoice.paidCents,
    updatedAt: clock.now(),
  });
}

/** A new draft with another document's content, without its dates and payments. */
export async function duplicate(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  { kind }: RequestPart<typeof copyDocument, 'body'>,
): Promise<FullDocument> {
  return context.db.transaction(async (tx) => {
    const from = await lockFor(tx, owned, 'copy');
    const { contractorId } = owned;
    const id = await insertDraft(
      tx,
      context,
      { caller, contractorId },
      {
        kind: kind ?? from.kind,
        customerId: from.customerId,
        pageId: from.pageId,
        content: { ...from.content, ...undated },
      },
    );
    const key = { contractorId, id };
    await insertEvent(tx, key, {
      kind: 'copied',
      at: context.clock.now(),
      actorId: caller.authenticated.id,
      details: { id: from.id, number: from.number },
    });
    await touch(tx, context, from);
    return readWhole(context, tx, key);
  });
}

/** Creates the invoice draft of an accepted estimate, with the signed content and the payments. */
export async function invoiceFromEstimate(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
): Promise<FullDocument> {
  return context.db.transaction(async (tx) => {
    const estimate = await lockFor(tx, owned, 'invoice');
    const { contractorId } = owned;
    const key = toDocumentKey(owned);
    const signed = await findRevision(tx, key, estimate.sentRevision);
    if (signed === undefined) throw new AppError('document_closed');
    const now = context.clock.now();
    const id = await insertDraft(
      tx,
      context,
      { caller, contractorId },
      {
        kind: 'invoice',
        customerId: estimate.customerId,
        pageId: signed.facts.pageId,
        content: { ...signed.content, ...undated },
        estimateId: estimate.id,
      },
    );
    const invoice = { contractorId, id };
    const paid = { paidCents: estimate.paidCents };
    const { balanceCents } = listColumns(
      { kind: 'invoice', number: null, ...paid },
      signed.content,
    );
    const moved = await movePayments(tx, contractorId, { from: estimate.id, to: id });
    await setDocument(tx, invoice, { ...paid, balanceCents });
    await setDocument(tx, key, {
      status: 'invoiced',
      // Unsent changes aren't part of the agreement.
      content: signed.content,
      hasUnsentChanges: false,
      paidCents: 0,
      balanceCents: estimate.totalCents,
      version: estimate.version + 1,
      updatedAt: now,
    });
    const event = { kind: 'invoiced', at: now, actorId: caller.authenticated.id } as const;
    await insertEvent(tx, key, { ...event, details: { id } });
    await insertEvent(tx, invoice, {
      kind: 'created',
      at: now,
      actorId: caller.authenticated.id,
      details: { id: estimate.id, number: estimate.number },
    });
    for (const { amountCents, method } of moved)
      await insertEvent(tx, invoice, {
        kind: 'payment-moved',
        at: now,
        actorId: caller.authenticated.id,
        details: { amount: toDollars(amountCents), method },
      });
    await recordAudit(tx, context.clock, caller, {
      action: 'document.invoiced',
      entity: 'document',
      entityId: estimate.id,
      details: { invoiceId: id },
    });
    await touch(tx, context, estimate);
    return readWhole(context, tx, invoice);
  });
}
