import { and, desc, eq, lt } from 'drizzle-orm';
import {
  documentEventKinds,
  documentKinds,
  type DocumentKind,
} from '@lintel/contract/documents/constants';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import type { TimelineItem } from '../customers/index.ts';
import { documentEvents, documents } from './tables.ts';

/** Events of a customer's documents before a moment, latest first. */
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
    text: `${documentLabel(row)}: ${documentEventKinds[row.kind]}`,
    href: `/documents/${row.id}`,
    details: { total: dollarsText(row.totalCents) },
  }));
}

const documentLabel = ({
  document,
  number,
}: {
  document: DocumentKind;
  number: number | null;
}): string => (number === null ? documentKinds[document] : `${documentKinds[document]} ${number}`);
