import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Exact } from '../../platform/db/queries.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';
import type { LenderApplication } from './lender-network.ts';
import { contractorOf, referenceLength } from '../../platform/crypto/contractor-secrets.ts';
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

/** The rows that are the contractor's; all where it is not known whose they are. */
export const ownedBy = (column: PgColumn, contractorId: number | null): SQL =>
  contractorId === null
    ? acrossContractors('Old secrets and references don’t name their contractor.')
    : eq(column, contractorId);

/** Whether lenders wait for the word of its owner, because the application is contested. */
export const isHeld = ({
  contestedAt,
  confirmedAt,
}: Pick<Application, 'contestedAt' | 'confirmedAt'>): boolean =>
  contestedAt !== null && confirmedAt === null;

/** A contractor's application, as it stands. */
export async function findRow(db: Database, application: Of): Promise<Application | undefined> {
  const [row] = await db.select().from(applications).where(rowOf(application));
  return row;
}

/** A contractor's application; of a page that was closed only one that was sent before. */
export const findLiving = (db: Database, application: Of): Promise<Application | undefined> =>
  findOpen(db, rowOf(application));

/** The application that a condition finds, with the same rule for closed pages. */
export async function findOpen(
  db: Database,
  where: SQL | undefined,
): Promise<Application | undefined> {
  const [row] = await db
    .select({ application: applications })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(where, or(eq(coBrandedPages.isActive, true), isNotNull(applications.completedAt))));
  return row?.application;
}

/** Whether a co-branded page takes applications. */
export async function isPageOpen(db: Database, pageId: number): Promise<boolean> {
  const [row] = await db
    .select({ isActive: coBrandedPages.isActive })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.id, pageId));
  return row?.isActive === true;
}

/** Whose row it is, and which. */
export type Of = Pick<Application, 'contractorId' | 'id'>;
export const rowOf = ({ contractorId, id }: Of) =>
  and(eq(applications.contractorId, contractorId), eq(applications.id, id));

/**
 * The newest application that a homeowner, told by e-mail and phone, sent to the contractor since
 * `since` and that is under way: lenders are asked or have offers, and nothing has ended it. Whoever
 * asks for the same homeowner at the same time waits until the transaction ends.
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

/** Locked until the transaction ends: its homeowner and its lenders take turns. */
export async function lockApplication(
  db: Database,
  application: Of,
): Promise<Application | undefined> {
  const [row] = await db.select().from(applications).where(rowOf(application)).for('update');
  return row;
}

/** The same by the name under which a lender network knows it. */
export async function lockByReference(
  db: Database,
  reference: string,
): Promise<Application | undefined> {
  const { contractorId, id } = applications;
  const owner = contractorOf(reference, referenceLength);
  const [found] = await db
    .select({ contractorId, id })
    .from(applications)
    .where(and(ownedBy(contractorId, owner), eq(applications.reference, reference)));
  return found && lockApplication(db, found);
}

/**
 * Applications whose lender has waited for information since a moment of that time and still does,
 * the longest first. Where an offer is labeled Qualified, the waiting has no end.
 */
export const selectWaiting = (
  db: Database,
  { after, until }: { after: Date; until: Date },
): Promise<Of[]> =>
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

/** An application of whichever contractor, for staff. */
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
  application: Of,
  values: Exact<Partial<NewApplication>, Values>,
): Promise<void> {
  await db.update(applications).set(values).where(rowOf(application));
}

/** Its offers, in the order in which they are shown: by kind, then the lowest rate first. */
export async function selectOffers(db: Database, application: Of): Promise<Offer[]> {
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
  application: Of,
  offerId: number,
): Promise<Offer | undefined> {
  return (await selectOffers(db, application)).find(({ id }) => id === offerId);
}

/** Adds offers; one that is there already stays as it is. */
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
 * What the lender network gets of a sent application, and whether it waits until the owner has
 * confirmed the answers. Throws when it was not sent.
 */
export async function readLenderFacts(
  db: Database,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<{ facts: LenderApplication; isHeld: boolean }> {
  const [row] = await db
    .select({ application: applications, page: coBrandedPages })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(eq(applications.contractorId, contractorId), eq(applications.id, applicationId)));
  if (
    !row?.application.completedAt ||
    row.application.creditBand === null ||
    row.application.requestedAmountCents === null
  ) {
    throw new Error(`Application ${applicationId} was not sent`);
  }
  const { reference, draft, email, phone, city, state, project } = row.application;
  const { creditBand, requestedAmountCents, monthlyBudgetCents, language } = row.application;
  const { firstName = '', lastName = '' } = draft;
  const { helocOffer, fdAgreement, ccAcceptance } = row.page;
  const page = { helocOffer, fdAgreement, creditCards: ccAcceptance === 'Yes' };
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
      page,
    },
  };
}

/** What a page and its contractor are called, there and to homeowners. */
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
