import type { Received } from '@lintel/contract/core/endpoint';
import { messages } from '@lintel/contract/core/field-rules';
import type { DocumentStatus } from '@lintel/contract/documents/constants';
import { missingOf, type DocumentContent } from '@lintel/contract/documents/content';
import type * as contract from '@lintel/contract/documents/documents';
import { isExpired, statusByPayments } from '@lintel/contract/documents/lifecycle';
import type { WholeDocument } from '@lintel/contract/documents/views';
import { itemTotal } from '@lintel/contract/documents/quick/maths';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { requireSending } from '../contractors/index.ts';
import { customerOf, findOrMakeCustomer } from '../customers/index.ts';
import { notify, requireDeliverable } from '../messaging/index.ts';
import { listColumns } from './columns.ts';
import type { DocumentDeps, OwnedDocument } from './deps.ts';
import { giveBack, keyOf, lockFor, touch } from './drafts.ts';
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
import { confirmedForText, mailStart, takeBackTextsOf, textDocument } from './texting.ts';
import { countMailTo } from '../../platform/limits/counter.ts';
import { dollarsText } from '../../platform/money.ts';
import { todayOf } from './contractor-today.ts';

type Form = Received<typeof contract.sendDocument, 'body'>;

/** The customer of a document that is sent: its own, or one with the same phone or e-mail. */
async function customerFor(
  tx: Database,
  { clock }: DocumentDeps,
  row: DocumentRecord,
  caller: Caller,
): Promise<number> {
  const { contractorId, customerId } = row;
  if (customerId !== null) return (await customerOf(tx, { contractorId, id: customerId })).id;
  const { company: _company, ...facts } = row.content.customer;
  const byId = caller.authenticated.id;
  const who = { contractorId, facts, origin: 'document', byId } as const;
  return (await findOrMakeCustomer(tx, clock, who)).id;
}

/** The status after sending: a changed estimate waits for an answer again. */
function statusOf(row: DocumentRecord, totalCents: number): DocumentStatus {
  if (row.kind === 'invoice')
    return statusByPayments({
      totalCents,
      paidCents: row.paidCents,
      isViewed: row.viewedAt !== null && !row.hasUnsentChanges,
    });
  const isAsked = row.hasUnsentChanges || row.status === 'declined';
  return isAsked ? 'sent' : row.status;
}

/** Stores the content as the next revision, and allocates a number if it has none. */
async function keepRevision(
  tx: Database,
  deps: DocumentDeps,
  row: DocumentRecord,
  caller: Caller,
): Promise<{ number: number; content: DocumentContent; revision: number }> {
  const { contractorId, kind } = row;
  const now = deps.clock.now();
  const number = row.number ?? (await takeNumber(tx, { contractorId, kind }));
  const issuedOn =
    row.content.issuedOn || row.issuedOn || (await todayOf(deps, tx, row.contractorId));
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
      ? missingOf(row.kind, row.content, today)
      : {};
  if (Object.keys(missing).length > 0) throw new AppError('invalid', { fields: missing });
}

/** The number for a text. Throws a field error if it is missing. */
function numberOf(row: DocumentRecord, form: Form): string {
  const to = form.phone || row.content.customer.phone;
  if (to === '') throw invalidField('phone', messages.required);
  return to;
}

/** The e-mail recipient, counted against the limit. Throws a field error if it is missing. */
async function addressOf(deps: DocumentDeps, owned: OwnedDocument, form: Form): Promise<string> {
  const row = await findDocument(deps.db, keyOf(owned));
  const to = form.email || (row?.content.customer.email ?? '');
  if (to === '') throw invalidField('email', messages.required);
  await requireDeliverable(deps.db, to);
  await countMailTo(deps.counter, to, owned.contractorId);
  return to;
}

/**
 * Sends a document: allocates its number, stores changed content as a revision, and makes its link.
 * Throws missing fields, `plan_required`, `conflict`, and `document_closed`.
 */
export async function send(
  deps: DocumentDeps,
  caller: Caller,
  owned: OwnedDocument,
  form: Form,
): Promise<WholeDocument> {
  const { contractorId } = owned;
  await requireSending(deps.db, contractorId);
  const to = form.by === 'email' ? await addressOf(deps, owned, form) : '';
  return deps.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'send', form.version);
    requireWhole(row, await todayOf(deps, tx, row.contractorId));
    const key = keyOf(owned);
    const customerId = await customerFor(tx, deps, row, caller);
    const sent = row.hasUnsentChanges
      ? await keepRevision(tx, deps, row, caller)
      : { number: row.number ?? 0, content: row.content, revision: row.sentRevision };
    const now = deps.clock.now();
    const columns = listColumns({ ...row, number: sent.number }, sent.content);
    const status = statusOf(row, columns.totalCents);
    const isAnew = row.hasUnsentChanges || status !== row.status;
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
      ...(isAnew && { viewedAt: null, answeredAt: null }),
      updatedAt: now,
    });
    const url = await keepLink(deps, tx, key);
    await insertEvent(tx, key, {
      kind: 'sent',
      at: now,
      actorId: caller.authenticated.id,
      details: { revision: sent.revision, by: form.by },
    });
    if (form.by === 'text') await text(tx, deps, { row, ...sent, form, url });
    if (form.by === 'email') {
      const answerTo = caller.user.email;
      await mail(tx, deps, { row, ...sent, form, to, answerTo, url, now });
    }
    await recordAudit(tx, deps.clock, caller, {
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
    await touch(tx, deps, { contractorId, customerId });
    return readWhole(deps, tx, key);
  });
}

interface Mailed {
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
  deps: DocumentDeps,
  { row, number, revision, content, form, to, answerTo, url, now }: Mailed & { answerTo: string },
): Promise<void> {
  const { companyName } = await readFacts(tx, row);
  await notify(tx, deps.messaging, {
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
  deps: DocumentDeps,
  { row, number, content, form, url }: Omit<Mailed, 'to' | 'now' | 'revision'>,
): Promise<void> {
  const { companyName } = await readFacts(tx, row);
  await textDocument(tx, deps, {
    key: { contractorId: row.contractorId, id: row.id },
    version: row.version,
    to: numberOf(row, form),
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
export async function voidOf(
  deps: DocumentDeps,
  caller: Caller,
  owned: OwnedDocument,
  reason: string,
): Promise<WholeDocument> {
  return deps.db.transaction(async (tx) => {
    const { row, key } = await lockForVoid(tx, owned);
    const now = deps.clock.now();
    if (row.estimateId !== null) await giveBack(tx, deps, row, row.estimateId);
    await takeBackTextsOf(tx, key, now);
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
    await recordAudit(tx, deps.clock, caller, {
      action: 'document.voided',
      entity: 'document',
      entityId: row.id,
      details: { kind: row.kind, number: row.number },
    });
    await touch(tx, deps, row);
    return readWhole(deps, tx, key);
  });
}

async function lockForVoid(tx: Database, owned: OwnedDocument) {
  const key = keyOf(owned);
  const row = await lockFor(tx, owned, 'copy');
  if (row.paidCents > 0) throw new AppError('has_payments');
  return { row: await lockFor(tx, owned, 'void'), key };
}

/** Replaces the link, or revokes it. */
export async function changeLinkOf(
  deps: DocumentDeps,
  caller: Caller,
  owned: OwnedDocument,
  action: 'renew' | 'revoke',
): Promise<WholeDocument> {
  if (action === 'renew') await requireSending(deps.db, owned.contractorId);
  return deps.db.transaction(async (tx) => {
    const row = await lockFor(tx, owned, 'copy');
    if (row.sentRevision === 0) throw new AppError('document_closed');
    const key = keyOf(owned);
    if (action === 'renew') await makeLink(deps, tx, key);
    else await revokeLink(deps, tx, key);
    await insertEvent(tx, key, {
      kind: action === 'renew' ? 'link-renewed' : 'link-revoked',
      at: deps.clock.now(),
      actorId: caller.authenticated.id,
    });
    await recordAudit(tx, deps.clock, caller, {
      action: action === 'renew' ? 'document.link-renewed' : 'document.link-revoked',
      entity: 'document',
      entityId: row.id,
    });
    return readWhole(deps, tx, key);
  });
}

/**
 * The customer's address of a sent document, for its full lifetime from now. Throws `plan_required`
 * when the contractor can't send, and `document_closed` for draft and void documents.
 */
export async function documentLinkFor(
  deps: Pick<DocumentDeps, 'clock' | 'publicUrl' | 'linkKey'>,
  tx: Database,
  of: { contractorId: number; documentId: number },
): Promise<{ url: string; customerId: number | null }> {
  await requireSending(tx, of.contractorId);
  const row = await lockFor(tx, of, 'send');
  if (row.sentRevision === 0) throw new AppError('document_closed');
  const url = await keepLink(deps, tx, { contractorId: of.contractorId, id: of.documentId });
  return { url, customerId: row.customerId };
}
