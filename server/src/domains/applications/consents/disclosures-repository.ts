import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { LegalTextView } from '../../legal/index.ts';
import type { ApplicationKey } from '../repository.ts';
import { consentTexts } from '../tables.ts';
import { applicationDisclosures } from './tables.ts';

type DisclosureRow = typeof applicationDisclosures.$inferSelect;

/** Stores that a disclosure was shown, in the transaction that sends the application. */
export async function keepDisclosure(
  tx: Database,
  { contractorId, id: applicationId }: ApplicationKey,
  { kind, version, effectiveFrom, language, hash, text }: LegalTextView,
  at: Date,
): Promise<void> {
  await tx.insert(consentTexts).values({ contractorId, hash, text }).onConflictDoNothing();
  await tx
    .insert(applicationDisclosures)
    .values({
      contractorId,
      applicationId,
      kind,
      version,
      effectiveFrom,
      language,
      textHash: hash,
      at,
    })
    .onConflictDoNothing();
}

/** The disclosures that an application's form showed, with their texts. */
export const selectDisclosures = (
  db: Database,
  { contractorId, id }: ApplicationKey,
): Promise<{ row: DisclosureRow; text: string }[]> =>
  db
    .select({ row: applicationDisclosures, text: consentTexts.text })
    .from(applicationDisclosures)
    .innerJoin(
      consentTexts,
      and(
        eq(consentTexts.contractorId, applicationDisclosures.contractorId),
        eq(consentTexts.hash, applicationDisclosures.textHash),
      ),
    )
    .where(
      and(
        eq(applicationDisclosures.contractorId, contractorId),
        eq(applicationDisclosures.applicationId, id),
      ),
    );
