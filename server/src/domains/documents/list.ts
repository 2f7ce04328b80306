import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { canBeFinanced } from '@lintel/contract/documents/lifecycle';
import type {
  documentTotals,
  exportDocuments,
  listDocuments,
} from '@lintel/contract/documents/documents';
import { likelyPayment, type OfferedPayment } from '@lintel/contract/marketing/payment-example';
import type { Sections } from '../../platform/http/sections.ts';
import { toDollars } from '../../platform/money.ts';
import { listOffersByCustomer } from '../customers/index.ts';
import type { Context } from '../../platform/context.ts';
import { selectList, selectTotals, type DocumentFilter } from './list-repository.ts';
import { presentRow, type ListedDocument } from './present.ts';
import { contractorToday } from './contractor-today.ts';

type Query = RequestPart<typeof listDocuments, 'query'>;

/** A query's filter, for one contractor. */
export const readFilter = async (
  context: Context,
  contractorId: number,
  {
    kind,
    state,
    customerId,
    dated,
    search,
  }: Omit<RequestPart<typeof exportDocuments, 'query'>, 'format' | 'order'>,
): Promise<DocumentFilter> => ({
  contractorId,
  kind,
  state,
  customerId,
  dated,
  search,
  today: await contractorToday(context, context.db, contractorId),
  now: context.clock.now(),
});

/**
 * The monthly payment for the balance, as the document itself shows it: only with a page whose
 * financing it offers. Null if it can't be financed.
 */
function monthlyPayment(
  { pageId, status, balanceCents }: ListedDocument,
  offers: readonly OfferedPayment[],
): number | null {
  if (pageId === null || !canBeFinanced(status)) return null;
  return likelyPayment(toDollars(balanceCents), offers)?.payment ?? null;
}

/** A page of a contractor's documents. Customers' offers count for callers who can see them. */
export async function readList(
  context: Context,
  sees: Sections,
  contractorId: number,
  query: Query,
): Promise<ResponseBody<typeof listDocuments>> {
  const filter = await readFilter(context, contractorId, query);
  const { order, page, limit, after, before } = query;
  const place = { order, limit, offset: (page - 1) * limit, after, before };
  const { rows, ...totals } = await selectList(context.db, filter, place);
  const customerIds = rows.flatMap(({ customerId }) => customerId ?? []);
  const offers =
    sees.customers && sees.applications
      ? await listOffersByCustomer(context, { contractorId, customerIds })
      : new Map<number, OfferedPayment[]>();
  const data = rows.map((row) => ({
    ...presentRow(row, filter.today),
    monthlyPayment: monthlyPayment(row, offers.get(row.customerId ?? 0) ?? []),
  }));
  return { data, ...totals };
}

const sum = (count = 0, cents = 0) => ({ count, amount: toDollars(cents) });

export async function readTotals(
  context: Context,
  contractorId: number,
): Promise<ResponseBody<typeof documentTotals>> {
  const today = await contractorToday(context, context.db, contractorId);
  const { owed, waiting, drafts, paid } = await selectTotals(context.db, contractorId, today);
  return {
    open: sum(owed?.count, owed?.cents),
    overdue: sum(owed?.overdueCount, owed?.overdueCents),
    waiting: sum(waiting?.count, waiting?.cents),
    paidThisMonth: toDollars(paid?.cents ?? 0),
    drafts: drafts?.count ?? 0,
  };
}
