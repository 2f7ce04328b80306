import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type {
  documentTotals,
  exportDocuments,
  listDocuments,
} from '@lintel/contract/documents/documents';
import { toDollars } from '../../platform/money.ts';
import type { DocumentDeps } from './deps.ts';
import { selectList, selectTotals, type DocumentFilter } from './list-repository.ts';
import { presentRow } from './present.ts';
import { todayOf } from './today.ts';

type Query = Received<typeof listDocuments, 'query'>;
type Deps = Pick<DocumentDeps, 'db' | 'clock' | 'timeZone'>;

/** What a query asks for, of one contractor. */
export const filterOf = async (
  deps: Deps,
  contractorId: number,
  {
    kind,
    state,
    customerId,
    dated,
    search,
  }: Omit<Received<typeof exportDocuments, 'query'>, 'format' | 'order'>,
): Promise<DocumentFilter> => ({
  contractorId,
  kind,
  state,
  customerId,
  dated,
  search,
  today: await todayOf(deps, deps.db, contractorId),
});

/** A page of a contractor's documents. */
export async function readList(
  deps: Deps,
  contractorId: number,
  query: Query,
): Promise<Answered<typeof listDocuments>> {
  const filter = await filterOf(deps, contractorId, query);
  const { order, page, limit, after, before } = query;
  const place = { order, limit, offset: (page - 1) * limit, after, before };
  const { rows, ...totals } = await selectList(deps.db, filter, place, deps.clock.now());
  return { data: rows.map((row) => presentRow(row, filter.today)), ...totals };
}

const sum = (count = 0, cents = 0) => ({ count, amount: toDollars(cents) });

/** What is owed, overdue, waits and was paid. */
export async function readTotals(
  deps: Deps,
  contractorId: number,
): Promise<Answered<typeof documentTotals>> {
  const today = await todayOf(deps, deps.db, contractorId);
  const { owed, waiting, drafts, paid } = await selectTotals(deps.db, contractorId, today);
  return {
    open: sum(owed?.count, owed?.cents),
    overdue: sum(owed?.overdueCount, owed?.overdueCents),
    waiting: sum(waiting?.count, waiting?.cents),
    paidThisMonth: toDollars(paid?.cents ?? 0),
    drafts: drafts?.count ?? 0,
  };
}
