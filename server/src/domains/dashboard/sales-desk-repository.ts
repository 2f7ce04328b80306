import { and, asc, desc, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { failedTextDays, todayCounted } from '@lintel/contract/dashboard';
import type { Database } from '../../platform/db/connect.ts';
import { isUnanswered } from '../documents/index.ts';
import { documentEvents, documents } from '../documents/tables.ts';
import { sentLinks } from '../links/tables.ts';
import type { Day } from './today-repository.ts';

/** A document or a link, as loaded from the database. */
export interface DeskRow {
  documentId: number | null;
  customerId: number | null;
  kind: (typeof documents.$inferSelect)['kind'] | null;
  number: number | null;
  name: string;
  cents: number | null;
  since: Date | null;
  until: string | null;
  reason: string;
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
// One more than the limit shows that there are more.
const counted = todayCounted + 1;

const documentColumns = {
  documentId: documents.id,
  customerId: documents.customerId,
  kind: documents.kind,
  number: documents.number,
  name: documents.customerName,
};
const none = sql<null>`null`;
const noReason = sql<string>`''`;

/** Uses the index `documents_open`. */
export const selectOverdue = (db: Database, { contractorId, today }: Day): Promise<DeskRow[]> =>
  db
    .select({
      ...documentColumns,
      cents: documents.balanceCents,
      since: none,
      until: documents.dueOn,
      reason: noReason,
    })
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        eq(documents.kind, 'invoice'),
        // Must match the partial index's condition.
        sql`status in ('sent', 'viewed', 'part_paid')`,
        lt(documents.dueOn, today),
      ),
    )
    .orderBy(asc(documents.dueOn), asc(documents.id))
    .limit(counted);

/** Uses the index `documents_viewed`. */
export const selectUnanswered = (db: Database, day: Day): Promise<DeskRow[]> =>
  db
    .select({
      ...documentColumns,
      cents: documents.totalCents,
      since: documents.viewedAt,
      until: none,
      reason: noReason,
    })
    .from(documents)
    .where(and(eq(documents.contractorId, day.contractorId), isUnanswered(day)))
    .orderBy(desc(documents.viewedAt), desc(documents.id))
    .limit(counted);

/** Uses the index `documents_status`. */
export const selectNotInvoiced = (db: Database, { contractorId }: Day): Promise<DeskRow[]> =>
  db
    .select({
      ...documentColumns,
      cents: documents.totalCents,
      since: documents.answeredAt,
      until: none,
      reason: noReason,
    })
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        eq(documents.status, 'accepted'),
        eq(documents.kind, 'estimate'),
      ),
    )
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(counted);

/** Links whose text failed and that can still be sent; uses the index `sent_links_failed`. */
export const selectFailedLinks = (db: Database, { contractorId, now }: Day): Promise<DeskRow[]> =>
  db
    .select({
      documentId: none,
      customerId: sentLinks.customerId,
      kind: none,
      number: none,
      name: sentLinks.name,
      cents: none,
      since: sentLinks.failedAt,
      until: none,
      reason: sentLinks.reason,
    })
    .from(sentLinks)
    .where(
      and(
        eq(sentLinks.contractorId, contractorId),
        sql`send_state = 'failed' and channel = 'text'`,
        gt(sentLinks.failedAt, daysBefore(now, failedTextDays)),
        isNull(sentLinks.canceledAt),
        isNull(sentLinks.submittedAt),
        isNull(sentLinks.anonymisedAt),
      ),
    )
    .orderBy(desc(sentLinks.failedAt), desc(sentLinks.id))
    .limit(counted);

/** Events that resolve a failed text: it was resent, or the customer received it. */
const madeUpFor: SQL = inArray(sql`later.kind`, ['sent', 'text-delivered', 'viewed', 'accepted']);

/** Documents whose latest text failed; uses the index `document_events_failed`. */
export const selectFailedDocuments = (
  db: Database,
  { contractorId, now }: Day,
): Promise<DeskRow[]> =>
  db
    .select({
      ...documentColumns,
      cents: documents.balanceCents,
      since: documentEvents.at,
      until: none,
      reason: sql<string>`coalesce(${documentEvents.details} ->> 'reason', '')`,
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
        sql`${documentEvents.kind} = 'text-failed'`,
        gt(documentEvents.at, daysBefore(now, failedTextDays)),
        eq(documents.contractorId, contractorId),
        inArray(documents.status, ['sent', 'viewed', 'part_paid']),
        sql`not exists (select from ${documentEvents} later where later.contractor_id = ${contractorId}
          and later.document_id = ${documents.id} and later.id > ${documentEvents.id} and ${madeUpFor})`,
      ),
    )
    .orderBy(desc(documentEvents.at), desc(documentEvents.id))
    .limit(counted);
