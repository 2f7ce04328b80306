import { and, count, eq, gte, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import type {
  DocumentKind,
  DocumentOrder,
  DocumentState,
} from '@lintel/contract/documents/constants';
import { unansweredDays } from '@lintel/contract/dashboard';
import { unanswered, unpaid } from '@lintel/contract/documents/lifecycle';
import type { Database } from '../../platform/db/connect.ts';
import { firstDayOfMonth, lastDayOfMonth, toMonth } from '../../platform/days.ts';
import { allSearches, foldedSearch, type Search } from '../../platform/db/folded.ts';
import {
  buildOrder,
  readPage,
  type OrderedRows,
  type PagePlace,
  type Total,
} from '../../platform/db/pages.ts';
import type { ListedDocument } from './present.ts';
import { documentPayments, documents } from './tables.ts';

/** A filter of one contractor's documents. */
export interface DocumentFilter {
  contractorId: number;
  kind: DocumentKind | undefined;
  state: DocumentState;
  customerId: number | undefined;
  dated: { from?: string | undefined; to?: string | undefined };
  search: string;
  /** `yyyy-mm-dd`, in the contractor's time zone. */
  today: string;
  now: Date;
}

const { status, kind, dueOn, validUntil, issuedOn } = documents;

/**
 * Estimates that were viewed some days ago, aren't answered, and can still be accepted. Served by
 * the index `documents_viewed`, whose condition is repeated here as literals.
 */
export const isUnanswered = ({ now, today }: Pick<DocumentFilter, 'now' | 'today'>): SQL =>
  sql`${kind} = 'estimate' and ${status} = 'viewed'
    and ${documents.viewedAt} < ${new Date(now.getTime() - unansweredDays * dayMs)}
    and (${validUntil} is null or ${validUntil} >= ${today})`;

/** The condition for the filter's state. */
function stateCondition({ state, today, now }: DocumentFilter): SQL | undefined {
  const isUnpaid = and(eq(kind, 'invoice'), inArray(status, [...unpaid]));
  if (state === 'all') return undefined;
  if (state === 'open') return isUnpaid;
  if (state === 'overdue') return and(isUnpaid, lt(dueOn, today));
  if (state === 'expired')
    return and(eq(kind, 'estimate'), inArray(status, [...unanswered]), lt(validUntil, today));
  if (state === 'unanswered') return isUnanswered({ now, today });
  return eq(status, state);
}

/** The most search words used. */
const maxWords = 8;

/** The words of a search. Amounts and numbers match in any format: `$1,234.50`. */
const searchWords = ({ search }: DocumentFilter): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => word.replace(/^[#$](?=\d)|(?<=\d),(?=\d{3})/g, ''));

/** Every search word must match. */
const searched = (filter: DocumentFilter): Search | undefined =>
  allSearches(searchWords(filter).map((word) => foldedSearch(sql`words`, word)));

const filtered = (filter: DocumentFilter): SQL | undefined =>
  and(
    eq(documents.contractorId, filter.contractorId),
    filter.kind === undefined ? undefined : eq(kind, filter.kind),
    filter.customerId === undefined ? undefined : eq(documents.customerId, filter.customerId),
    filter.dated.from === undefined ? undefined : gte(issuedOn, filter.dated.from),
    filter.dated.to === undefined ? undefined : lte(issuedOn, filter.dated.to),
    stateCondition(filter),
  );

const listCondition = (filter: DocumentFilter): SQL | undefined =>
  and(filtered(filter), searched(filter)?.index);

const orderKeys: Record<DocumentOrder, SQL> = {
  updated: sql`${documents.updatedAt}`,
  number: sql`${documents.number}`,
  customer: sql`lower(${documents.customerName})`,
  issued: sql`${issuedOn}`,
  due: sql`${dueOn}`,
  total: sql`${documents.totalCents}`,
  balance: sql`${documents.balanceCents}`,
};
const nullable: readonly DocumentOrder[] = ['number', 'issued', 'due'];

export interface ListOrder {
  field: DocumentOrder;
  descending: boolean;
}

/** The documents of a filter, in order. */
const ordered = (filter: DocumentFilter, { field, descending }: ListOrder) =>
  ({
    table: documents,
    id: documents.id,
    where: filtered(filter),
    search: searched(filter),
    keys: [orderKeys[field]],
    isNullable: nullable.includes(field),
    descending,
  }) satisfies OrderedRows;

/** The columns for lists and exports, without the content. */
export const listedFields = {
  id: documents.id,
  kind: documents.kind,
  number: documents.number,
  status: documents.status,
  customerId: documents.customerId,
  pageId: documents.pageId,
  customerName: documents.customerName,
  projectName: documents.projectName,
  totalCents: documents.totalCents,
  paidCents: documents.paidCents,
  balanceCents: documents.balanceCents,
  issuedOn: documents.issuedOn,
  dueOn: documents.dueOn,
  validUntil: documents.validUntil,
  hasUnsentChanges: documents.hasUnsentChanges,
  updatedAt: documents.updatedAt,
  sentAt: documents.sentAt,
  viewedAt: documents.viewedAt,
};

export const listQuery = (db: Database, filter: DocumentFilter, order: ListOrder) =>
  db
    .select(listedFields)
    .from(documents)
    .where(listCondition(filter))
    .orderBy(buildOrder(ordered(filter, order)));

export async function countList(db: Database, filter: DocumentFilter): Promise<number> {
  const [all] = await db.select({ total: count() }).from(documents).where(listCondition(filter));
  return all?.total ?? 0;
}

/** A page of the list and the number of matches. */
export async function selectList(
  db: Database,
  filter: DocumentFilter,
  { order, ...place }: PagePlace & { order: ListOrder },
): Promise<Total & { rows: ListedDocument[] }> {
  const rows = ordered(filter, order);
  const scope = eq(documents.contractorId, filter.contractorId);
  const { ids, ...total } = await readPage(db, { ...rows, scope }, place);
  if (ids.length === 0) return { rows: [], ...total };
  const found = await db
    .select(listedFields)
    .from(documents)
    .where(and(scope, inArray(documents.id, ids)))
    .orderBy(buildOrder(rows));
  return { rows: found, ...total };
}

const amount = (column: SQL) => sql<string>`coalesce(sum(${column}), 0)`.mapWith(Number);

/** Totals: owed, overdue, waiting, and paid in the month of `today`. */
export async function selectTotals(db: Database, contractorId: number, today: string) {
  const own = eq(documents.contractorId, contractorId);
  const isOverdue = sql`${documents.dueOn} < ${today}`;
  const balance = sql`${documents.balanceCents}`;
  // Repeats the partial index's condition, so that the index is used.
  const isOpen = sql`status in ('sent', 'viewed', 'part_paid')`;
  const [owed] = await db
    .select({
      count: count(),
      cents: amount(balance),
      overdueCount: sql<number>`count(*) filter (where ${isOverdue})`.mapWith(Number),
      overdueCents: sql<number>`coalesce(sum(${balance}) filter (where ${isOverdue}), 0)`.mapWith(
        Number,
      ),
    })
    .from(documents)
    .where(and(own, eq(kind, 'invoice'), isOpen));
  const [waiting] = await db
    .select({ count: count(), cents: amount(sql`${documents.totalCents}`) })
    .from(documents)
    .where(and(own, eq(kind, 'estimate'), isOpen));
  const [drafts] = await db
    .select({ count: count() })
    .from(documents)
    .where(and(own, eq(status, 'draft')));
  const month = toMonth(today);
  const [paid] = await db
    .select({ cents: amount(sql`${documentPayments.amountCents}`) })
    .from(documentPayments)
    .where(
      and(
        eq(documentPayments.contractorId, contractorId),
        isNull(documentPayments.takenBackAt),
        gte(documentPayments.paidOn, firstDayOfMonth(month)),
        lte(documentPayments.paidOn, lastDayOfMonth(month)),
      ),
    );
  return { owed, waiting, drafts, paid };
}
