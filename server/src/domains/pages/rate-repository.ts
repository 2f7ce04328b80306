import { and, isNotNull, isNull } from 'drizzle-orm';
import type { OfferKind } from '@lintel/contract/applications/constants';
import type { RateRange } from '@lintel/contract/marketing/payment-example';
import type { Database } from '../../platform/db/connect.ts';
import { lenders } from '../lenders/tables.ts';

/** Products repaid in equal installments at a fixed rate, as in the payment example. */
const installment: readonly OfferKind[] = ['loan', 'direct'];

/**
 * The rates and terms that active lenders declare for installment loans: an advertised example has
 * to be one that is available (12 CFR 1026.24(a)). Null when none declares its rates.
 */
export async function readRateRange(db: Database): Promise<RateRange | null> {
  const rows = await db
    .select({
      products: lenders.products,
      terms: lenders.terms,
      min: lenders.minAprThousandths,
      max: lenders.maxAprThousandths,
    })
    .from(lenders)
    .where(
      and(
        isNull(lenders.archivedAt),
        isNull(lenders.pausedAt),
        isNotNull(lenders.minAprThousandths),
        isNotNull(lenders.maxAprThousandths),
      ),
    );
  const own = rows.filter(
    ({ products }) => products.length === 0 || products.some((one) => installment.includes(one)),
  );
  if (own.length === 0) return null;
  return {
    minApr: Math.min(...own.map(({ min }) => min ?? 0)) / 1000,
    maxApr: Math.max(...own.map(({ max }) => max ?? 0)) / 1000,
    terms: [...new Set(own.flatMap(({ terms }) => terms))].toSorted((a, b) => a - b),
  };
}
