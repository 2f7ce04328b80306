import { and, asc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { offers } from '../applications/tables.ts';
import { customerApplications } from '../customers/tables.ts';
import type { DocumentRecord } from './repository.ts';
import { documentPayments } from './tables.ts';

/** The active payment by an offer, and what is left of the offer's funding. */
export async function findFundedPayment(
  db: Database,
  { contractorId, offerId }: { contractorId: number; offerId: number },
) {
  const [found] = await db
    .select({
      payment: documentPayments,
      leftCents: sql<number>`coalesce(${offers.fundedAmountCents}, 0)`.mapWith(Number),
    })
    .from(documentPayments)
    .innerJoin(
      offers,
      and(
        eq(offers.contractorId, documentPayments.contractorId),
        eq(offers.id, documentPayments.offerId),
      ),
    )
    .where(
      and(
        eq(documentPayments.contractorId, contractorId),
        eq(documentPayments.offerId, offerId),
        isNull(documentPayments.takenBackAt),
      ),
    );
  return found;
}

/**
 * Funded offers of a document's customer without an active payment, oldest first. With an
 * application, for entering a payment: the offers stay as they are until the transaction ends.
 */
export async function selectFunding(
  db: Database,
  row: DocumentRecord,
  { applicationId }: { applicationId?: number } = {},
) {
  if (row.customerId === null) return [];
  const used = db
    .select({ one: sql`1` })
    .from(documentPayments)
    .where(
      and(
        eq(documentPayments.contractorId, row.contractorId),
        eq(documentPayments.offerId, offers.id),
        isNull(documentPayments.takenBackAt),
      ),
    );
  const found = db
    .select({
      applicationId: offers.applicationId,
      offerId: offers.id,
      lenderName: offers.lenderName,
      amountCents:
        sql<number>`coalesce(${offers.fundedAmountCents}, ${offers.amountCents})`.mapWith(Number),
      fundedAt: offers.fundedAt,
      isUsed: sql<boolean>`not ${notExists(used)}`,
    })
    .from(customerApplications)
    .innerJoin(
      offers,
      and(
        eq(offers.contractorId, customerApplications.contractorId),
        eq(offers.applicationId, customerApplications.applicationId),
      ),
    )
    .where(
      and(
        eq(customerApplications.contractorId, row.contractorId),
        eq(customerApplications.customerId, row.customerId),
        applicationId === undefined
          ? undefined
          : eq(customerApplications.applicationId, applicationId),
        isNotNull(offers.fundedAt),
        sql`coalesce(${offers.fundedAmountCents}, ${offers.amountCents}) > 0`,
      ),
    )
    .orderBy(asc(offers.fundedAt), asc(offers.id));
  return applicationId === undefined ? found : found.for('share', { of: offers });
}
