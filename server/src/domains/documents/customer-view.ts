import { dayIn } from '@lintel/contract/core/days';
import { readContractorZone } from '../contractors/index.ts';
import { isExpired, isOverdue } from '@lintel/contract/documents/lifecycle';
import { documentSums } from '@lintel/contract/documents/maths';
import type { CustomerDocument } from '@lintel/contract/documents/page';
import { findPublicPageById, type PageRow } from '../pages/index.ts';
import type { Context } from '../../platform/context.ts';
import { findByLink, livingLink } from './links.ts';
import {
  findDocument,
  findRevision,
  findInvoice,
  type DocumentKey,
  type DocumentRecord,
} from './repository.ts';

/** What a link opens: the document as its customer sees it, and the contractor's page. */
export interface LinkedDocument {
  key: DocumentKey;
  customerId: number | null;
  document: CustomerDocument;
  page: PageRow | undefined;
  /** The contractor's, for displayed days and times. */
  timeZone: string;
}

/**
 * The document behind a link; undefined for an invalid link, and after the person's data were
 * deleted.
 */
export async function openByLink(
  context: Context,
  code: string,
  path: string,
): Promise<LinkedDocument | undefined> {
  const { db, clock } = context;
  const key = await findByLink(db, context, code);
  const row = key && (await findDocument(db, key));
  if (row === undefined || row.anonymisedAt !== null) return undefined;
  const sent = await findRevision(db, row, row.sentRevision);
  if (sent === undefined) return undefined;
  const { facts, content, revision } = sent;
  const timeZone = await readContractorZone(
    db,
    row.contractorId,
    context.config.BUSINESS_TIME_ZONE,
  );
  const today = dayIn(clock.now(), timeZone);
  const page = facts.pageId === null ? undefined : await findPublicPageById(db, facts.pageId);
  const document: CustomerDocument = {
    kind: row.kind,
    number: facts.number,
    revision,
    status: row.status,
    company: {
      name: facts.companyName,
      phone: facts.phone,
      // The current logo, because an earlier one may be gone.
      logoUrl: page?.logoKey == null ? null : `/api/v1/media/${page.logoKey}`,
    },
    content,
    sums: documentSums(content),
    paidCents: row.paidCents,
    invoice: row.status === 'invoiced' ? await invoiceFor(context, row) : null,
    isExpired: isExpired(row, today),
    isOverdue: isOverdue(row, today),
    pageName: page?.pageName ?? null,
    signature: sent.signedAt && { name: sent.signedName, at: sent.signedAt.toISOString() },
    pdf: `${path}/pdf`,
  };
  return {
    key: { contractorId: row.contractorId, id: row.id },
    customerId: row.customerId,
    document,
    page,
    timeZone,
  };
}

/** The invoice of an estimate, for the same customer; null if it now belongs to another one. */
async function invoiceFor(
  context: Context,
  { contractorId, id, customerId }: DocumentRecord,
): Promise<CustomerDocument['invoice']> {
  const invoice = await findInvoice(context.db, { contractorId, id });
  if (invoice === undefined || invoice.customerId !== customerId) return null;
  const { number, totalCents, paidCents } = invoice;
  const link = await livingLink(context, context.db, { contractorId, id: invoice.id });
  return { number, totalCents, paidCents, url: link?.url ?? null };
}
