import type { Language } from '@lintel/contract/core/language';
import { isExpired, mayBe } from '@lintel/contract/documents/lifecycle';
import {
  signatureWords,
  type CustomerNotice,
  type DocumentAnswer,
} from '@lintel/contract/documents/page';
import { documentKinds } from '@lintel/contract/documents/constants';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { dollarsText } from '../../platform/money.ts';
import { notify } from '../messaging/index.ts';
import type { Context } from '../../platform/context.ts';
import { touch } from './drafts.ts';
import { findByLink } from './links.ts';
import { makePdf } from './queue-jobs.ts';
import {
  findRevision,
  insertEvent,
  lockDocument,
  setDocument,
  setRevision,
  type DocumentRecord,
  type Revision,
} from './repository.ts';
import { mailStart } from './texting.ts';
import { contractorToday } from './contractor-today.ts';

/** Where an answer came from, as evidence. */
export interface CustomerDevice {
  address: string;
  userAgent: string;
  language: Language;
}

type Answer = Exclude<DocumentAnswer, { do: 'apply' }>;

/** The document behind a link, locked, with its latest sent revision. */
async function lockByLink(
  tx: Database,
  context: Context,
  code: string,
): Promise<{ row: DocumentRecord; sent: Revision } | undefined> {
  const key = await findByLink(tx, context, code);
  const row = key && (await lockDocument(tx, key));
  // The link may have been revoked while the document was locked by another transaction.
  if (row === undefined || (await findByLink(tx, context, code)) === undefined) return undefined;
  const sent = await findRevision(tx, row, row.sentRevision);
  return sent && { row, sent };
}

/**
 * Records a customer's answer to an estimate, once, and for the revision shown. Undefined for an
 * invalid link; a notice when the answer wasn't accepted.
 */
export async function takeAnswer(
  context: Context,
  code: string,
  answer: Answer,
  from: CustomerDevice,
): Promise<{ notice: CustomerNotice | null } | undefined> {
  return context.db.transaction(async (tx) => {
    const found = await lockByLink(tx, context, code);
    if (found === undefined) return undefined;
    const { row, sent } = found;
    if (answer.revision !== row.sentRevision) return { notice: 'revised' };
    const today = await contractorToday(context, tx, row.contractorId);
    if (!mayBe(row, answer.do) || isExpired(row, today)) {
      // A repeated identical answer counts as accepted.
      const isSame =
        (answer.do === 'accept' && row.status === 'accepted') ||
        (answer.do === 'decline' && row.status === 'declined');
      return { notice: isSame ? null : 'closed' };
    }
    if (answer.do === 'accept') await sign(tx, context, { row, sent, name: answer.name, from });
    else await decline(tx, context, { row, reason: answer.reason, from });
    return { notice: null };
  });
}

async function sign(
  tx: Database,
  context: Context,
  {
    row,
    sent,
    name,
    from,
  }: { row: DocumentRecord; sent: Revision; name: string; from: CustomerDevice },
): Promise<void> {
  const now = context.clock.now();
  const { contractorId, id: documentId } = row;
  const { revision, facts } = sent;
  await setRevision(
    tx,
    { contractorId, id: documentId, revision },
    {
      signedAt: now,
      signedName: name,
      signedAddress: from.address,
      signedUserAgent: from.userAgent,
      signedLanguage: from.language,
      signedWords: signatureWords[from.language]({
        company: facts.companyName,
        number: facts.number,
        revision,
      }),
    },
  );
  await settle(tx, context, { row, from, status: 'accepted', details: { name, revision } });
  await enqueue(
    tx,
    makePdf,
    { contractorId, documentId, revision },
    { key: `${makePdf.id}:${contractorId}:${documentId}:${revision}:signed` },
  );
}

async function decline(
  tx: Database,
  context: Context,
  { row, reason, from }: { row: DocumentRecord; reason: string; from: CustomerDevice },
): Promise<void> {
  await setRevision(
    tx,
    { contractorId: row.contractorId, id: row.id, revision: row.sentRevision },
    { declinedAt: context.clock.now(), declineReason: reason },
  );
  const details = reason === '' ? {} : { reason };
  await settle(tx, context, { row, from, status: 'declined', details });
}

/** Settles the estimate: open editors must reload, and the contractor is notified. */
async function settle(
  tx: Database,
  context: Context,
  {
    row,
    from,
    status,
    details,
  }: {
    row: DocumentRecord;
    from: CustomerDevice;
    status: 'accepted' | 'declined';
    details: Record<string, string | number>;
  },
): Promise<void> {
  const now = context.clock.now();
  const { contractorId } = row;
  await setDocument(tx, row, {
    status,
    answeredAt: now,
    viewedAt: row.viewedAt ?? now,
    version: row.version + 1,
    updatedAt: now,
  });
  await insertEvent(tx, row, { kind: status, at: now, actorId: null, details });
  await recordAudit(
    tx,
    context.clock,
    { address: from.address },
    {
      action: `document.${status}`,
      entity: 'document',
      entityId: row.id,
      contractorId,
      details: { number: row.number, revision: row.sentRevision },
    },
  );
  await notify(tx, context, {
    contractorId,
    event: `document-${status}`,
    key: `${mailStart(status, row)}${row.sentRevision}:${now.getTime()}`,
    about: { kind: 'document-answer', id: row.id },
    data: {
      company: { name: row.customerName },
      link: `${context.config.publicUrl}/documents/${row.id}`,
      document: {
        kind: documentKinds[row.kind].toLowerCase(),
        number: String(row.number ?? ''),
        total: dollarsText(row.totalCents),
        customer: row.customerName,
        reason: typeof details['reason'] === 'string' ? details['reason'] : '',
      },
    },
  });
  await touch(tx, context, row);
}

/** Records that a person opened a document's page, once per send. */
export async function noteViewed(context: Context, code: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const found = await lockByLink(tx, context, code);
    if (found === undefined || found.row.viewedAt !== null) return;
    const { row } = found;
    const now = context.clock.now();
    await setDocument(tx, row, {
      viewedAt: now,
      updatedAt: now,
      ...(mayBe(row, 'view') && { status: 'viewed' as const }),
    });
    await insertEvent(tx, row, {
      kind: 'viewed',
      at: now,
      actorId: null,
      details: { revision: row.sentRevision },
    });
    await touch(tx, context, row);
  });
}
