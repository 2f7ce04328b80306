import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Exact } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';
import type { LenderApplication } from './lender-connection.ts';
import { contractorFromSecret, referenceLength } from '../../platform/crypto/contractor-secrets.ts';
import { applications, offers } from './tables.ts';

export type Application = typeof applications.$inferSelect;
export type Offer = typeof offers.$inferSelect;

type NewApplication = typeof applications.$inferInsert;
type NewOffer = typeof offers.$inferInsert;

export async function insertApplication<Values extends NewApplication>(
  db: Database,
  values: Exact<NewApplication, Values>,
): Promise<number> {
  const [row] = await db.insert(applications).values(values).returning({ id: applications.id });
  if (row === undefined) throw new Error('The application was not inserted');
  return row.id;
}

/** Limits rows to the contractor's; no limit while the contractor isn't known. */
const ownedBy = (column: PgColumn, contractorId: number | null): SQL =>
  contractorId === null
    ? acrossContractors('Old references don’t name their contractor.')
    : eq(column, contractorId);

/** Whether lenders wait for the owner's confirmation of a contested application. */
export const isHeld = ({
  contestedAt,
  confirmedAt,
}: Pick<Application, 'contestedAt' | 'confirmedAt'>): boolean =>
  contestedAt !== null && confirmedAt === null;

export async function findRow(
  db: Database,
  application: ApplicationKey,
): Promise<Application | undefined> {
  const [row] = await db.select().from(applications).where(matchesApplication(application));
  return row;
}

/** A contractor's application; on a closed page, only one that was already sent. */
export async function findLiving(
  db: Database,
  application: ApplicationKey,
): Promise<Application | undefined> {
  const [row] = await db
    .select({ application: applications })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(
      and(
        matchesApplication(application),
        or(eq(coBrandedPages.isActive, true), isNotNull(applications.completedAt)),
      ),
    );
  return row?.application;
}

/** Whether a co-branded page accepts applications. */
export async function isPageOpen(db: Database, pageId: number): Promise<boolean> {
  const [row] = await db
    .select({ isActive: coBrandedPages.isActive })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.id, pageId));
  return row?.isActive === true;
}

export type ApplicationKey = Pick<Application, 'contractorId' | 'id'>;
export const matchesApplication = ({ contractorId, id }: ApplicationKey) =>
  and(eq(applications.contractorId, contractorId), eq(applications.id, id));

/**
 * The homeowner's newest application in progress with the contractor, matched by e-mail and phone
 * and sent since `since`. Callers for the same homeowner wait until the transaction ends.
 */
export async function findUnderWay(
  db: Database,
  { contractorId, email, phone }: Pick<Application, 'contractorId' | 'email' | 'phone'>,
  since: Date,
): Promise<Application | undefined> {
  const person = `application of ${contractorId} ${email.toLowerCase()} ${phone}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`);
  const [row] = await db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.contractorId, contractorId),
        eq(sql`lower(${applications.email})`, email.toLowerCase()),
        eq(applications.phone, phone),
        gt(applications.completedAt, since),
        isNull(applications.withdrawnAt),
        isNull(applications.fundedAt),
        isNull(applications.anonymisedAt),
        or(isNull(applications.answeredAt), applications.hasOffers),
      ),
    )
    .orderBy(desc(applications.completedAt), desc(applications.id))
    .limit(1);
  return row;
}

/** Locks the application until the transaction ends, so that homeowner and lenders take turns. */
export async function lockApplication(
  db: Database,
  application: ApplicationKey,
): Promise<Application | undefined> {
  const [row] = await db
    .select()
    .from(applications)
    .where(matchesApplication(application))
    .for('update');
  return row;
}

/** The applications that were joined to this one. */
export const selectJoined = (
  db: Database,
  { contractorId, id }: ApplicationKey,
): Promise<ApplicationKey[]> =>
  db
    .select({ contractorId: applications.contractorId, id: applications.id })
    .from(applications)
    .where(and(eq(applications.contractorId, contractorId), eq(applications.joinedTo, id)));

/** Locks an application by its lender network reference. */
export async function lockByReference(
  db: Database,
  reference: string,
): Promise<Application | undefined> {
  const { contractorId, id } = applications;
  const owner = contractorFromSecret(reference, referenceLength);
  const [found] = await db
    .select({ contractorId, id })
    .from(applications)
    .where(and(ownedBy(contractorId, owner), eq(applications.reference, reference)));
  return found && lockApplication(db, found);
}

/**
 * Applications that have waited for information since a time in this range, longest first.
 * Qualified applications have no deadline and are excluded.
 */
export const selectWaiting = (
  db: Database,
  { after, until }: { after: Date; until: Date },
): Promise<ApplicationKey[]> =>
  db
    .select({ contractorId: applications.contractorId, id: applications.id })
    .from(applications)
    .where(
      and(
        acrossContractors('A daily job reminds the homeowners of every contractor.'),
        sql`information_requested_at is not null and approved_at is null and funded_at is null and withdrawn_at is null and anonymised_at is null and not is_qualified`,
        gt(applications.informationRequestedAt, after),
        lte(applications.informationRequestedAt, until),
      ),
    )
    .orderBy(asc(applications.informationRequestedAt), asc(applications.id));

/** Finds an application of any contractor, for staff. */
export async function findAnywhere(db: Database, id: number): Promise<Application | undefined> {
  const [row] = await db
    .select()
    .from(applications)
    .where(
      and(
        eq(applications.id, id),
        acrossContractors('Staff name an application by its number alone.'),
      ),
    );
  return row;
}

export async function setApplication<Values extends Partial<NewApplication>>(
  db: Database,
  application: ApplicationKey,
  values: Exact<Partial<NewApplication>, Values>,
): Promise<void> {
  await db.update(applications).set(values).where(matchesApplication(application));
}

/** Offers in display order: by kind, then lowest rate first. */
export async function selectOffers(db: Database, application: ApplicationKey): Promise<Offer[]> {
  return db
    .select()
    .from(offers)
    .where(
      and(
        eq(offers.contractorId, application.contractorId),
        eq(offers.applicationId, application.id),
      ),
    )
    .orderBy(asc(offers.kind), asc(offers.aprBasisPoints), asc(offers.id));
}

export async function findOffer(
  db: Database,
  application: ApplicationKey,
  offerId: number,
): Promise<Offer | undefined> {
  return (await selectOffers(db, application)).find(({ id }) => id === offerId);
}

/** Adds offers; existing ones stay unchanged. */
export async function insertOffers(db: Database, rows: NewOffer[]): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(offers).values(rows).onConflictDoNothing();
}

export async function setOffer<Values extends Partial<NewOffer>>(
  db: Database,
  { contractorId, id }: Pick<Offer, 'contractorId' | 'id'>,
  values: Exact<Partial<NewOffer>, Values>,
): Promise<void> {
  await db
    .update(offers)
    .set(values)
    .where(and(eq(offers.contractorId, contractorId), eq(offers.id, id)));
}

/**
 * The lender network's view of a sent application, and whether it waits for the owner's
 * confirmation. Throws for an unsent application.
 */
export async function readLenderFacts(
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<{ facts: LenderApplication; isHeld: boolean }> {
  const [row] = await db
    .select({ application: applications, page: coBrandedPages, contractor: contractors })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .innerJoin(contractors, eq(contractors.id, applications.contractorId))
    .where(and(eq(applications.contractorId, contractorId), eq(applications.id, applicationId)));
  if (
    !row?.application.completedAt ||
    row.application.creditBand === null ||
    row.application.requestedAmountCents === null
  ) {
    throw new Error(`Application ${applicationId} was not sent`);
  }
  const { reference, draft, email, phone, city, state, project, projectAddress } = row.application;
  const { creditBand, requestedAmountCents, monthlyBudgetCents, language } = row.application;
  const { firstName = '', lastName = '' } = draft;
  const { helocOffer, fdAgreement, ccAcceptance } = row.page;
  const page = {
    name: row.page.pageName,
    helocOffer,
    fdAgreement,
    creditCards: ccAcceptance === 'Yes',
  };
  const { companyName: legalName, companyAddress: address } = row.contractor;
  const about = { reference, firstName, lastName, email, phone, city, state };
  return {
    isHeld: isHeld(row.application),
    facts: {
      ...about,
      language,
      creditBand,
      requestedAmountCents,
      monthlyBudgetCents,
      project,
      projectAddress,
      page,
      contractor: { id: contractorId, legalName, address },
    },
  };
}

export async function findPageAndCompany(
  db: Database,
  pageId: number,
): Promise<{ pageName: string; shownName: string; companyName: string; phone: string }> {
  const [row] = await db
    .select({
      pageName: coBrandedPages.pageName,
      shownName: coBrandedPages.companyName,
      companyName: contractors.companyName,
      phone: contractors.phone,
    })
    .from(coBrandedPages)
    .innerJoin(contractors, eq(contractors.id, coBrandedPages.contractorId))
    .where(eq(coBrandedPages.id, pageId));
  if (row === undefined) throw new Error(`No page ${pageId}`);
  return row;
}
