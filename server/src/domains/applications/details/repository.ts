import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import type { ApplicationKey } from '../repository.ts';
import { applicantDetails } from './tables.ts';

export type DetailsRow = typeof applicantDetails.$inferSelect;

const ofApplication = ({ contractorId, id }: ApplicationKey) =>
  and(eq(applicantDetails.contractorId, contractorId), eq(applicantDetails.applicationId, id));

export async function findDetails(
  db: Database,
  application: ApplicationKey,
): Promise<DetailsRow | undefined> {
  const [row] = await db.select().from(applicantDetails).where(ofApplication(application));
  return row;
}

/** Stores an application's details instead of earlier ones. */
export async function writeDetails(db: Database, row: DetailsRow): Promise<void> {
  await db
    .insert(applicantDetails)
    .values(row)
    .onConflictDoUpdate({
      target: [applicantDetails.contractorId, applicantDetails.applicationId],
      set: row,
    });
}

export async function eraseDetails(
  db: Database,
  application: ApplicationKey,
  now: Date,
): Promise<void> {
  await db
    .update(applicantDetails)
    .set({ sealed: null, erasedAt: now })
    .where(and(ofApplication(application), isNotNull(applicantDetails.sealed)));
}

/** Which kinds of offers a page accepts. */
export async function findPageKinds(
  db: Database,
  pageId: number,
): Promise<{ helocOffer: boolean; fdAgreement: boolean; creditCards: boolean }> {
  const { helocOffer, fdAgreement, ccAcceptance } = coBrandedPages;
  const [row] = await db
    .select({ helocOffer, fdAgreement, ccAcceptance })
    .from(coBrandedPages)
    .where(eq(coBrandedPages.id, pageId));
  if (row === undefined) throw new Error(`No page ${pageId}`);
  return { ...row, creditCards: row.ccAcceptance === 'Yes' };
}
