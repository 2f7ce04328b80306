import type { PaymentState } from '@lintel/contract/billing/constants';
import type { PaymentOrder } from '@lintel/contract/billing/payments-constants';
import { and, asc, count, desc, eq, isNull, ne, or, sql, sum, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import { withinDays, type DayRange } from '../../../platform/days.ts';
import { subscriptions } from '../subscriptions/tables.ts';
import { payments } from './tables.ts';

interface PaymentFilter {
  contractorId: number;
  status: PaymentState | '';
  created: DayRange;
  timeZone: string;
  searchText: string;
  now: Date;
}

interface ListView<Field extends string> {
  page: number;
  limit: number;
  order: { field: Field; descending: boolean };
}

const description = sql`array_to_string(${payments.descriptions}, '; ')`;

const amount = sql`to_char(${payments.amountCents} / 100.0, 'FM999999990.00')`;

const orderColumns: Record<PaymentOrder, SQL[]> = {
  number: [sql`${payments.number}`],
  amount: [sql`${payments.amountCents}`],
  // Sorts installments of a plan by their number; as text, the tenth would precede the second.
  description: [
    sql`lower(${payments.descriptions}[1])`,
    sql`${payments.term}`,
    sql`${payments.installment}`,
  ],
  status: [sql`${payments.state}::text`, sql`${payments.createdAt}`],
  createdAt: [sql`${payments.createdAt}`],
  failureMessage: [sql`lower(${payments.failureMessage})`],
};

/** Announced: the subscription hasn't billed it yet. */
const isAnnounced = sql`(${payments.state} = 'Upcoming' and ${payments.term} = ${subscriptions.term}
  and ${payments.installment} > ${subscriptions.installmentsBilled})`;

/** When an upcoming payment is charged. */
const dueAt = sql<string | null>`case when ${isAnnounced} then ${subscriptions.nextBillingAt}
  when ${payments.state} = 'Upcoming' then coalesce(${payments.nextTryAt}, ${payments.periodStart}) end`;

/**
 * A payment is hidden when it was voided before any attempt, or announced for a day on which
 * nothing is billed.
 */
const isShown = (now: Date) =>
  and(
    or(isNull(payments.voidedAt), ne(payments.state, 'Upcoming')),
    sql`not (${isAnnounced} and ${subscriptions.state} = 'unpaid' and ${subscriptions.nextBillingAt} <= ${now.toISOString()}::timestamptz)`,
  );

const paymentCondition = ({
  contractorId,
  status,
  created,
  timeZone,
  searchText,
  now,
}: PaymentFilter) =>
  and(
    eq(payments.contractorId, contractorId),
    isShown(now),
    status === '' ? undefined : eq(payments.state, status),
    ...withinDays(payments.createdAt, created, timeZone),
    searchText === ''
      ? undefined
      : sql`fold_search(${payments.number} || ' ' || ${description} || ' ' || ${amount} || ' ' || ${payments.failureMessage})
          like ${containing(amountAsStored(searchText))}`,
  );

/** `$1,188.00`, as displayed in the list, is searched as `1188.00`. */
const amountAsStored = (searched: string): string =>
  searched.replace(/^\$/, '').replace(/(?<=\d),(?=\d{3})/g, '');

/** A page of the contractor's payments, and their total number. */
export async function selectPayments(
  db: Database,
  filter: PaymentFilter,
  { page, limit, order }: ListView<PaymentOrder>,
) {
  const where = paymentCondition(filter);
  const direction = order.descending ? desc : asc;
  const isItsSubscription = and(
    eq(subscriptions.contractorId, payments.contractorId),
    eq(subscriptions.id, payments.subscriptionId),
  );
  const rows = await db
    .select({
      payment: payments,
      dueAt: dueAt.mapWith((at: string | null) => (at === null ? null : new Date(at))),
    })
    .from(payments)
    .innerJoin(subscriptions, isItsSubscription)
    .where(where)
    .orderBy(
      ...[...orderColumns[order.field], sql`${payments.id}`].map((column) => direction(column)),
    )
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db
    .select({ total: count() })
    .from(payments)
    .innerJoin(subscriptions, isItsSubscription)
    .where(where);
  return { rows, total: all?.total ?? 0 };
}

export type ListedPayment = Awaited<ReturnType<typeof selectPayments>>['rows'][number];

/** A page of the failed payments that are still owed, their number, and their sum. */
export async function selectFailedPayments(
  db: Database,
  contractorId: number,
  { page, limit, order }: ListView<'createdAt' | 'amount'>,
) {
  const where = and(
    eq(payments.contractorId, contractorId),
    eq(payments.state, 'Failed'),
    isNull(payments.voidedAt),
  );
  const direction = order.descending ? desc : asc;
  const column = order.field === 'amount' ? payments.amountCents : payments.createdAt;
  const rows = await db
    .select()
    .from(payments)
    .where(where)
    .orderBy(direction(column), direction(payments.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const sumCents = sum(payments.amountCents).mapWith(Number);
  const [all] = await db.select({ total: count(), sumCents }).from(payments).where(where);
  return { rows, total: all?.total ?? 0, sumCents: all?.sumCents ?? 0 };
}
