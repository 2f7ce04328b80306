import { and, asc, count, desc, eq, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import type { NoticeFilter, noticeOrders } from '@lintel/contract/applications/adverse-action';
import { noticeWarningDays } from '@lintel/contract/applications/adverse-action-constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import { contractors } from '../../contractors/tables.ts';
import { adverseActionNotices as notices, type NoticeRow } from './tables.ts';

export interface NoticeSearch {
  state: NoticeFilter;
  search: string;
}

export interface Listed {
  notice: NoticeRow;
  companyName: string;
}

const everyContractor = acrossContractors('Staff keep the notices of every contractor.');
const isOpen = inArray(notices.state, ['waiting', 'paper']);

function ofState(state: NoticeFilter, now: Date): SQL | undefined {
  if (state === 'all') return undefined;
  if (state === 'due') return isOpen;
  return state === 'overdue' ? and(isOpen, lt(notices.dueAt, now)) : eq(notices.state, state);
}

function matching(search: string): SQL | undefined {
  if (search === '') return undefined;
  const words = sql`fold_search(${notices.applicantName} || ' ' || ${notices.email} || ' ' || ${notices.lenderName}) like ${containing(search)}`;
  return /^#?\d{1,15}$/.test(search)
    ? or(words, eq(notices.applicationId, Number(search.replace('#', ''))))
    : words;
}

const whereOf = ({ state, search }: NoticeSearch, now: Date): SQL | undefined =>
  and(everyContractor, ofState(state, now), matching(search));

const orderColumns = {
  due: notices.dueAt,
  created: notices.createdAt,
  sent: notices.sentAt,
} as const satisfies Record<(typeof noticeOrders)[number], unknown>;

interface Ordered {
  field: keyof typeof orderColumns;
  descending: boolean;
}

const withCompany = (db: Database) =>
  db
    .select({ notice: notices, companyName: contractors.companyName })
    .from(notices)
    .innerJoin(contractors, eq(contractors.id, notices.contractorId));

/** A page of notices, and how many need staff. */
export async function selectPage(
  db: Database,
  query: NoticeSearch & { page: number; limit: number; order: Ordered },
  now: Date,
) {
  const where = whereOf(query, now);
  const direction = query.order.descending ? desc : asc;
  const soon = new Date(now.getTime() + noticeWarningDays * dayMs);
  const isLate = lt(notices.dueAt, now);
  const [rows, total, overdue, due, paper] = await Promise.all([
    withCompany(db)
      .where(where)
      .orderBy(sql`${direction(orderColumns[query.order.field])} nulls last`, direction(notices.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    countOf(db, where),
    countOf(db, and(everyContractor, isOpen, isLate)),
    countOf(db, and(everyContractor, isOpen, lt(notices.dueAt, soon), sql`not ${isLate}`)),
    countOf(db, and(everyContractor, eq(notices.state, 'paper'))),
  ]);
  return { rows, total, overdue, soon: due, paper };
}

async function countOf(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(notices).where(where);
  return row?.total ?? 0;
}

/** Up to `limit` notices after an id, in order of their ids. */
export const selectAfter = (
  db: Database,
  search: NoticeSearch,
  { now, afterId, limit }: { now: Date; afterId: number; limit: number },
): Promise<Listed[]> =>
  withCompany(db)
    .where(and(whereOf(search, now), sql`${notices.id} > ${afterId}`))
    .orderBy(asc(notices.id))
    .limit(limit);

export async function findNotice(db: Database, id: number): Promise<Listed | undefined> {
  const [row] = await withCompany(db).where(and(everyContractor, eq(notices.id, id)));
  return row;
}
