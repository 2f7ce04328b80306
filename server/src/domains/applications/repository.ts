import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';
import type { LenderApplication } from './lender-network.ts';
import { applications, offers } from './tables.ts';

export type Application = typeof applications.$inferSelect;
export type Offer = typeof offers.$inferSelect;

export async function insertApplication(db: Database, values: typeof applications.$inferInsert): Promise<void> {
  await db.insert(applications).values(values);
}

/** The application whose secret hashes to this, while its page is active. */
export async function findByToken(db: Database, tokenHash: string): Promise<Application | undefined> {
  const [row] = await db
    .select({ application: applications })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(eq(applications.tokenHash, tokenHash), eq(coBrandedPages.isActive, true)));
  return row?.application;
}

/** Locked until the transaction ends: its homeowner and its lenders take turns. */
export async function lockApplication(
  db: Database,
  by: { tokenHash: string } | { reference: string },
): Promise<Application | undefined> {
  const where = 'tokenHash' in by ? eq(applications.tokenHash, by.tokenHash) : eq(applications.reference, by.reference);
  const [row] = await db.select().from(applications).where(where).for('update');
  return row;
}

export async function setApplication(db: Database, id: number, values: Partial<typeof applications.$inferInsert>): Promise<void> {
  await db.update(applications).set(values).where(eq(applications.id, id));
}

/** Its offers, in the order in which they are shown: by kind, then the largest first. */
export async function selectOffers(db: Database, applicationId: number): Promise<Offer[]> {
  return db
    .select()
    .from(offers)
    .where(eq(offers.applicationId, applicationId))
    .orderBy(asc(offers.kind), asc(offers.aprBasisPoints), asc(offers.id));
}

export async function selectOffer(db: Database, applicationId: number, offerId: number): Promise<Offer | undefined> {
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.applicationId, applicationId), eq(offers.id, offerId)));
  return row;
}

export async function findOfferByReference(db: Database, applicationId: number, reference: string): Promise<Offer | undefined> {
  const [row] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.applicationId, applicationId), eq(offers.reference, reference)));
  return row;
}

/** Adds offers; one that is there already stays as it is. */
export async function insertOffers(db: Database, rows: (typeof offers.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(offers).values(rows).onConflictDoNothing();
}

export async function setOffer(db: Database, id: number, values: Partial<typeof offers.$inferInsert>): Promise<void> {
  await db.update(offers).set(values).where(eq(offers.id, id));
}

/** What the lender network is told of a sent application. Throws when it was not sent. */
export async function readLenderFacts(db: Database, applicationId: number): Promise<LenderApplication> {
  const [row] = await db
    .select({ application: applications, page: coBrandedPages })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(eq(applications.id, applicationId));
  if (!row?.application.completedAt || row.application.creditBand === null || row.application.requestedAmountCents === null) {
    throw new Error(`Application ${applicationId} was not sent`);
  }
  const { reference, draft, email, phone, city, state, creditBand, requestedAmountCents, project } = row.application;
  const { firstName = '', lastName = '' } = draft;
  const { helocOffer, fdAgreement, ccAcceptance } = row.page;
  const page = { helocOffer, fdAgreement, creditCards: ccAcceptance === 'Yes' };
  return { reference, firstName, lastName, email, phone, city, state, creditBand, requestedAmountCents, project, page };
}

/** What a page and its contractor are called. */
export async function findPageAndCompany(db: Database, pageId: number): Promise<{ pageName: string; companyName: string }> {
  const [row] = await db
    .select({ pageName: coBrandedPages.pageName, companyName: contractors.companyName })
    .from(coBrandedPages)
    .innerJoin(contractors, eq(contractors.id, coBrandedPages.contractorId))
    .where(eq(coBrandedPages.id, pageId));
  if (row === undefined) throw new Error(`No page ${pageId}`);
  return row;
}
