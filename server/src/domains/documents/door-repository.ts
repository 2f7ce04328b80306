import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm';
import {
  documentEventKinds,
  documentKinds,
  type DocumentKind,
} from '@lintel/contract/documents/constants';
import type { DocumentRow } from '@lintel/contract/documents/views';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { dollarsText } from '../../platform/money.ts';
import { requireSending } from '../contractors/index.ts';
import type { TimelineItem } from '../customers/index.ts';
import { customerApplications } from '../customers/tables.ts';
import type { DocumentDeps } from './deps.ts';
import { lockFor } from './drafts.ts';
import { listedFields } from './list-repository.ts';
import { keepLink } from './links.ts';
import { presentRow } from './present.ts';
import { todayOf } from './contractor-today.ts';
import { documentEvents, documentPayments, documents } from './tables.ts';

type Dating = { clock: Clock; timeZone: string };

async function selectSome(
  db: Database,
  { contractorId, ...dating }: Dating & { contractorId: number },
  where: SQL | undefined,
  limit: number,
): Promise<DocumentRow[]> {
  const rows = await db
    .select(listedFields)
    .from(documents)
    .where(where)
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
  const today = await todayOf(dating, db, contractorId);
  return rows.map((row) => presentRow(row, today));
}

/** Documents of a customer, what was last done with first. */
export const documentsOfCustomer = (
  db: Database,
  dating: Dating,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  limit: number,
): Promise<DocumentRow[]> =>
  selectSome(
    db,
    { ...dating, contractorId },
    and(eq(documents.contractorId, contractorId), eq(documents.customerId, customerId)),
    limit,
  );

/** Documents of the customer of an application, and those that its funding paid. */
export const documentsOfApplication = (
  db: Database,
  dating: Dating,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
  limit: number,
): Promise<DocumentRow[]> => {
  const customersOf = db
    .select({ id: customerApplications.customerId })
    .from(customerApplications)
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.applicationId, applicationId),
      ),
    );
  const paidBy = db
    .select({ id: documentPayments.documentId })
    .from(documentPayments)
    .where(
      and(
        eq(documentPayments.contractorId, contractorId),
        eq(documentPayments.applicationId, applicationId),
      ),
    );
  return selectSome(
    db,
    { ...dating, contractorId },
    and(
      eq(documents.contractorId, contractorId),
      or(inArray(documents.customerId, customersOf), inArray(documents.id, paidBy)),
    ),
    limit,
  );
};

/** Documents follow the customer that stays when two are put together. */
export async function moveDocuments(
  tx: Database,
  { contractorId, from, into }: { contractorId: number; from: number; into: number },
): Promise<void> {
  await tx
    .update(documents)
    .set({ customerId: into })
    .where(and(eq(documents.contractorId, contractorId), eq(documents.customerId, from)));
}

/** What happened with a customer's documents before a moment, the latest first. */
export async function documentTimeline(
  db: Database,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  before: Date,
  limit: number,
): Promise<TimelineItem[]> {
  const rows = await db
    .select({
      at: documentEvents.at,
      kind: documentEvents.kind,
      id: documents.id,
      document: documents.kind,
      number: documents.number,
      totalCents: documents.totalCents,
    })
    .from(documentEvents)
    .innerJoin(
      documents,
      and(
        eq(documents.contractorId, documentEvents.contractorId),
        eq(documents.id, documentEvents.documentId),
      ),
    )
    .where(
      and(
        eq(documentEvents.contractorId, contractorId),
        eq(documents.contractorId, contractorId),
        eq(documents.customerId, customerId),
        lt(documentEvents.at, before),
      ),
    )
    .orderBy(desc(documentEvents.at), desc(documentEvents.id))
    .limit(limit);
  return rows.map((row) => ({
    at: row.at,
    kind: `document-${row.kind}`,
    text: `${nameOf(row)}: ${documentEventKinds[row.kind]}`,
    href: `/documents/${row.id}`,
    details: { total: dollarsText(row.totalCents) },
  }));
}

const nameOf = ({ document, number }: { document: DocumentKind; number: number | null }): string =>
  number === null ? documentKinds[document] : `${documentKinds[document]} ${number}`;

/**
 * The address under which a customer opens a document that was sent, for its full time from now.
 * Throws `plan_required` where the contractor may not send, and `document_closed` for a draft and
 * for what is void.
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
