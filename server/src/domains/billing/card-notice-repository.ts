import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { cards, subscriptions } from './payment-tables.ts';

/** The first moment at which a card can no longer be charged. */
const over = sql`((make_date(${cards.expireYear}, ${cards.expireMonth}, 1) + interval '1 month') at time zone 'UTC')`;

/** Current cards, of contractors with a subscription, that end after `from` and by `until`. */
export const selectExpiring = (db: Database, { from, until }: { from: Date; until: Date }) =>
  db
    .select({
      id: cards.id,
      contractorId: cards.contractorId,
      brand: cards.brand,
      last4: cards.last4,
      expireMonth: cards.expireMonth,
      expireYear: cards.expireYear,
    })
    .from(cards)
    .innerJoin(
      subscriptions,
      and(eq(subscriptions.contractorId, cards.contractorId), ne(subscriptions.state, 'canceled')),
    )
    .where(
      and(
        isNull(cards.replacedAt),
        sql`${over} > ${from.toISOString()}::timestamptz and ${over} <= ${until.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(cards.id));
