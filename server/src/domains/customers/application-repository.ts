import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { applications, offers } from '../applications/tables.ts';
import type { CustomerRow } from './repository.ts';
import { customerApplications, customerEvents } from './tables.ts';

export type Application = typeof applications.$inferSelect;

/** A customer's applications, newest first. */
export async function selectCustomerApplications(
  db: Database,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  limit: number,
): Promise<Application[]> {
  const rows = await db
    .select({ application: applications })
    .from(customerApplications)
    .innerJoin(
      applications,
      and(
        eq(applications.contractorId, customerApplications.contractorId),
        eq(applications.id, customerApplications.applicationId),
      ),
    )
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.customerId, customerId),
        eq(applications.contractorId, contractorId),
      ),
    )
    .orderBy(desc(applications.id))
    .limit(limit);
  return rows.map(({ application }) => application);
}

interface ActiveOffer {
  customerId: number;
  lenderName: string;
  amountCents: number;
  monthlyPaymentCents: number | null;
}

/**
 * Offers that customers can still accept, received after `since` unless approved: per customer the
 * chosen one first, then by monthly cost per dollar, at most `limit`.
 */
export async function selectCustomerOffers(
  db: Database,
  { contractorId, customerIds }: { contractorId: number; customerIds: readonly number[] },
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<ActiveOffer[]> {
  const ranked = db
    .select({
      customerId: customerApplications.customerId,
      place: sql<number>`row_number() over (partition by ${customerApplications.customerId} order by
        ${offers.approvedAt} is null and ${offers.chosenAt} is null,
        ${offers.monthlyPaymentCents}::float8 / ${offers.amountCents}, ${offers.id} desc)`.as(
        'place',
      ),
      lenderName: offers.lenderName,
      amountCents: offers.amountCents,
      monthlyPaymentCents: offers.monthlyPaymentCents,
    })
    .from(customerApplications)
    .innerJoin(
      applications,
      and(
        eq(applications.contractorId, customerApplications.contractorId),
        eq(applications.id, customerApplications.applicationId),
      ),
    )
    .innerJoin(
      offers,
      and(
        eq(offers.contractorId, customerApplications.contractorId),
        eq(offers.applicationId, customerApplications.applicationId),
      ),
    )
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        inArray(customerApplications.customerId, [...customerIds]),
        isNull(applications.withdrawnAt),
        isNull(applications.anonymisedAt),
        isNull(offers.withdrawnAt),
        isNull(offers.replacedAt),
        isNull(offers.fundedAt),
        or(
          isNull(offers.expiresAt),
          gt(offers.expiresAt, now),
          isNotNull(offers.chosenAt),
          isNotNull(offers.approvedAt),
        ),
        gt(offers.amountCents, 0),
        gt(offers.monthlyPaymentCents, 0),
        or(gt(offers.receivedAt, since), isNotNull(offers.approvedAt)),
      ),
    )
    .as('ranked');
  return db
    .select({
      customerId: ranked.customerId,
      lenderName: ranked.lenderName,
      amountCents: ranked.amountCents,
      monthlyPaymentCents: ranked.monthlyPaymentCents,
    })
    .from(ranked)
    .where(lte(ranked.place, limit))
    .orderBy(ranked.customerId, ranked.place);
}

/**
 * A customer's newest application whose e-mail differs from the customer's. Skips an address that
 * the contractor already decided about.
 */
export async function findEmailChoice(db: Database, { contractorId, id, email }: CustomerRow) {
  const [row] = await db
    .select({
      applicationId: applications.id,
      email: applications.email,
      appliedAt: applications.completedAt,
    })
    .from(customerApplications)
    .innerJoin(
      applications,
      and(
        eq(applications.contractorId, customerApplications.contractorId),
        eq(applications.id, customerApplications.applicationId),
      ),
    )
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.customerId, id),
        eq(applications.contractorId, contractorId),
        isNotNull(applications.completedAt),
        isNull(applications.anonymisedAt),
        ne(applications.email, ''),
        sql`lower(${applications.email}) <> ${email.toLowerCase()}`,
        sql`not exists (select from ${customerEvents} decided join ${applications} former
          on former.contractor_id = ${contractorId} and former.id = (decided.details ->> 'applicationId')::bigint
          where decided.contractor_id = ${contractorId} and decided.customer_id = ${id}
            and decided.kind in ('email-accepted', 'email-kept')
            and lower(former.email) = lower(${applications.email}))`,
      ),
    )
    .orderBy(desc(applications.completedAt), desc(applications.id))
    .limit(1);
  return row;
}

/** An application, locked until the transaction ends. */
export async function lockApplication(
  tx: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<Application | undefined> {
  const [row] = await tx
    .select()
    .from(applications)
    .where(and(eq(applications.contractorId, contractorId), eq(applications.id, id)))
    .for('update');
  return row;
}

/** Condition for a contractor's submitted applications without a customer. */
const isLeft = (contractorId: number) =>
  and(
    eq(applications.contractorId, contractorId),
    isNotNull(applications.completedAt),
    isNull(applications.anonymisedAt),
    sql`not exists (select from ${customerApplications} c where c.contractor_id = ${contractorId} and c.application_id = ${applications.id})`,
  );

export async function countLeft(db: Database, contractorId: number): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`count(*)::int` })
    .from(applications)
    .where(isLeft(contractorId));
  return row?.left ?? 0;
}

/** The next batch of these, by id. */
export const selectLeft = (
  db: Database,
  contractorId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Application[]> =>
  db
    .select()
    .from(applications)
    .where(and(isLeft(contractorId), gt(applications.id, after)))
    .orderBy(asc(applications.id))
    .limit(limit);
