import type { RequestPart } from '@lintel/contract/core/endpoint';
import { messages } from '@lintel/contract/core/field-rules';
import type { DocumentStatus } from '@lintel/contract/documents/constants';
import { findMissing, type DocumentContent } from '@lintel/contract/documents/content';
import type * as contract from '@lintel/contract/documents/documents';
import { isExpired, statusByPayments } from '@lintel/contract/documents/lifecycle';
import type { FullDocument } from '@lintel/contract/documents/views';
import { itemTotal } from '@lintel/contract/documents/quick/maths';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { requireSending } from '../contractors/index.ts';
import { requireCustomer, findOrMakeCustomer } from '../customers/index.ts';
import { notify, requireDeliverable } from '../messaging/index.ts';
import { listColumns } from './columns.ts';
import type { Context } from '../../platform/context.ts';
import { restoreEstimate, toDocumentKey, lockFor, touch, type OwnedDocument } from './drafts.ts';
import { readFacts } from './facts-repository.ts';
import { keepLink, makeLink, revokeLink } from './links.ts';
import { takeNumber } from './numbers.ts';
import { readWhole } from './present.ts';
import { makePdf } from './queue-jobs.ts';
import {
  findDocument,
  insertEvent,
  insertRevision,
  setDocument,
  type DocumentRecord,
} from './repository.ts';
import { confirmedForText, mailStart, cancelTexts, textDocument } from './texting.ts';
import { countMailTo } from '../../platform/limits/counter.ts';
import { dollarsText } from '../../platform/money.ts';
import { contractorToday } from './contractor-today.ts';

type Form = RequestPart<typeof contract.sendDocument, 'body'>;

/** The customer of a document that is sent: its own, or one with the same phone or e-mail. */
async function customerFor(
  tx: Database,
  { clock }: Context,
  row: DocumentRecord,
  caller: Caller,
): Promise<number> {
  const { contractorId, customerId } = row;
  if (customerId !== null) return (await requireCustomer(tx, { contractorId, id: customerId })).id;
  const { company: _company, ...facts } = row.content.customer;
  const byId = caller.authenticated.id;
  const who = { contractorId, facts, origin: 'document', byId } as const;
  return (await findOrMakeCustomer(tx, clock, who)).id;
}

/** The status after sending: a changed estimate waits for an answer again. */
function sentStatus(row: DocumentRecord, totalCents: number): DocumentStatus {
  if (row.kind === 'invoice')
    return statusByPayments({
      totalCents,
      paidCents: row.paidCents,
      isViewed: row.viewedAt !== null && !row.hasUnsentChanges,
    });
  const needsAnswer = row.hasUnsentChanges || row.status === 'declined';
  return needsAnswer ? 'sent' : row.status;
}

/** Stores the content as the next revision, and allocates a number if it has none. */
async function storeRevision(
  tx: Database,
  context: Context,
  row: DocumentRecord,
  caller: Caller,
): Promise<{ number: number; content: DocumentContent; revision: number }> {
  const { contractorId, kind } = row;
  const now = context.clock.now();
  const number = row.number ?? (await takeNumber(tx, { contractorId, kind }));
  const issuedOn =
    row.content.issuedOn || row.issuedOn || (await contractorToday(context, tx, row.contractorId));
  const content = { ...row.content, issuedOn };
  const revision = row.sentRevision + 1;
  const facts = await readFacts(tx, row);
  await insertRevision(tx, {
    contractorId,
    documentId: row.id,
    revision,
    content,
    facts: { ...facts, number, issuedOn, paidCents: row.paidCents, pageId: row.pageId },
    totalCents: listColumns(row, content).totalCents,
    sentAt: now,
    sentBy: caller.authenticated.id,
  });
  const file = { contractorId, documentId: row.id, revision };
  await enqueue(tx, makePdf, file, { key: `${makePdf.id}:${contractorId}:${row.id}:${revision}` });
  return { number, content, revision };
}

function requireWhole(row: DocumentRecord, today: string): void {
  const isAnswered = row.status === 'accepted' && !row.hasUnsentChanges;
  const missing =
    row.hasUnsentChanges || (isExpired(row, today) && !isAnswered)
      ? findMissing(row.kind, row.content, today)
      : {};
  if (Object.keys(missing).length > 0) throw new AppError('invalid', { fields: missing });
}

/** The number for a text. Throws a field error if it is missing. */
function requirePhone(row: DocumentRecord, form: Form): string {
  const to = form.phone || row.content.customer.phone;
  if (to === '') throw invalidField('phone', messages.required);
  return to;
}

/** The e-mail recipient, counted against the limit. Throws a field error if it is missing. */
async function requireEmail(context: Context, owned: OwnedDocument, form: Form): Promise<string> {
  const row = await findDocument(context.db, toDocumentKey(owned));
  const to = form.email || (row?.content.customer.email ?? '');
  if (to === '') throw invalidField('email', messages.required);
  await requireDeliverable(context.db, to);
  await countMailTo(context.counter, to, owned.contractorId);
  return to;
}

/**
 * Sends a document: allocates its number, stores changed content as a revision, and makes its link.
 * Throws missing fields, `plan_required`, `conflict`, and `document_closed`.
 */
export async function send(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  form: Form,
): Promise<FullDocument> {
  const { contractorId } = owned;
  await requireSending(context.db, contractorId);
  const to = form.by === 'email' ? await requireEmail(context, owned, form) : '';
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'send', form.version);
    requireWhole(row, await contractorToday(context, tx, row.contractorId));
    const key = toDocumentKey(owned);
    const customerId = await customerFor(tx, context, row, caller);
    const sent = row.hasUnsentChanges
      ? await storeRevision(tx, context, row, caller)
      : { number: row.number ?? 0, content: row.content, revision: row.sentRevision };
    const now = context.clock.now();
    const columns = listColumns({ ...row, number: sent.number }, sent.content);
    const status = sentStatus(row, columns.totalCents);
    const isNewlySent = row.hasUnsentChanges || status !== row.status;
    await setDocument(tx, key, {
      ...columns,
      status,
      customerId,
      content: sent.content,
      number: sent.number,
      sentRevision: sent.revision,
      hasUnsentChanges: false,
      version: row.version + 1,
      sentAt: now,
      ...(isNewlySent && { viewedAt: null, answeredAt: null }),
      updatedAt: now,
    });
    const url = await keepLink(context, tx, key);
    await insertEvent(tx, key, {
      kind: 'sent',
      at: now,
      actorId: caller.authenticated.id,
      details: { revision: sent.revision, by: form.by },
    });
    if (form.by === 'text') await text(tx, context, { row, ...sent, form, url });
    if (form.by === 'email') {
      const answerTo = caller.user.email;
      await mail(tx, context, { row, ...sent, form, to, answerTo, url, now });
    }
    await recordAudit(tx, context.clock, caller, {
      action: 'document.sent',
      entity: 'document',
      entityId: row.id,
      details: {
        kind: row.kind,
        number: sent.number,
        revision: sent.revision,
        by: form.by,
        ...(form.by === 'text' && { confirmed: confirmedForText }),
      },
    });
    await touch(tx, context, { contractorId, customerId });
    return readWhole(context, tx, key);
  });
}

interface DocumentMail {
  row: DocumentRecord;
  number: number;
  revision: number;
  content: DocumentContent;
  form: Form;
  to: string;
  url: string;
  now: Date;
}

async function mail(
  tx: Database,
  context: Context,
  {
    row,
    number,
    revision,
    content,
    form,
    to,
    answerTo,
    url,
    now,
  }: DocumentMail & { answerTo: string },
): Promise<void> {
  const { companyName } = await readFacts(tx, row);
  await notify(tx, context, {
    event: 'document-sent',
    key: `${mailStart('sent', row)}${revision}:${now.getTime()}`,
    contractorId: row.contractorId,
    about: { kind: 'document', id: row.id, part: revision },
    language: form.language,
    to,
    by: 'email',
    data: {
      company: { name: companyName },
      customer: content.customer.name,
      document: {
        kind: kindWords[form.language][row.kind],
        number: String(number),
        total: dollarsText(listColumns(row, content).totalCents),
        ...mailedItems(content),
      },
      message: form.message,
      answerTo,
      link: url,
    },
  });
}

/** Items listed in an e-mail; the page and the PDF have all of them. */
const mostMailed = 20;

const mailedItems = ({ items }: DocumentContent) => ({
  items: items.slice(0, mostMailed).map(({ description, details, ...item }) => ({
    name: description,
    details,
    amount: dollarsText(itemTotal(item)),
  })),
  more: Math.max(0, items.length - mostMailed),
});

async function text(
  tx: Database,
  context: Context,
  { row, number, content, form, url }: Omit<DocumentMail, 'to' | 'now' | 'revision'>,
): Promise<void> {
  const { companyName } = await readFacts(tx, row);
  await textDocument(tx, context, {
    key: { contractorId: row.contractorId, id: row.id },
    version: row.version,
    to: requirePhone(row, form),
    language: form.language,
    kind: row.kind,
    number,
    company: companyName,
    total: dollarsText(listColumns(row, content).totalCents),
    url,
  });
}

const kindWords = {
  en: { estimate: 'estimate', invoice: 'invoice' },
  es: { estimate: 'presupuesto', invoice: 'factura' },
} as const;

/** Voids a sent document. Throws `has_payments` while any payment counts. */
export async function voidDocument(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  reason: string,
): Promise<FullDocument> {
  return context.db.transaction(async (tx) => {
    const { row, key } = await lockForVoid(tx, owned);
    const now = context.clock.now();
    if (row.estimateId !== null) await restoreEstimate(tx, context, row, row.estimateId);
    await cancelTexts(tx, key, now);
    await setDocument(tx, key, {
      status: 'void',
      voidedAt: now,
      voidReason: reason,
      version: row.version + 1,
      updatedAt: now,
    });
    await insertEvent(tx, key, {
      kind: 'voided',
      at: now,
      actorId: caller.authenticated.id,
      details: { reason },
    });
    await recordAudit(tx, context.clock, caller, {
      action: 'document.voided',
      entity: 'document',
      entityId: row.id,
      details: { kind: row.kind, number: row.number },
    });
    await touch(tx, context, row);
    return readWhole(context, tx, key);
  });
}

async function lockForVoid(tx: Database, owned: OwnedDocument) {
  const key = toDocumentKey(owned);
  const row = await lockFor(tx, owned, 'copy');
  if (row.paidCents > 0) throw new AppError('has_payments');
  return { row: await lockFor(tx, owned, 'void'), key };
}

/** Replaces the link, or revokes it. */
export async function changeDocumentLink(
  context: Context,
  caller: Caller,
  owned: OwnedDocument,
  action: 'renew' | 'revoke',
): Promise<FullDocument> {
  if (action === 'renew') await requireSending(context.db, owned.contractorId);
  return context.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'copy');
    if (row.sentRevision === 0) throw new AppError('document_closed');
    const key = toDocumentKey(owned);
    if (action === 'renew') await makeLink(context, tx, key);
    else await revokeLink(context, tx, key);
    await insertEvent(tx, key, {
      kind: action === 'renew' ? 'link-renewed' : 'link-revoked',
      at: context.clock.now(),
      actorId: caller.authenticated.id,
    });
    await recordAudit(tx, context.clock, caller, {
      action: action === 'renew' ? 'document.link-renewed' : 'document.link-revoked',
      entity: 'document',
      entityId: row.id,
    });
    return readWhole(context, tx, key);
  });
}
