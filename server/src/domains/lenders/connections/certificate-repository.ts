import { and, desc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { lenderCertificates } from '../tables.ts';

export type CertificateRow = typeof lenderCertificates.$inferSelect;
type NewCertificate = typeof lenderCertificates.$inferInsert;

/** A lender's client certificates, the newest first. */
export const selectCertificates = (db: Database, lenderId: number): Promise<CertificateRow[]> =>
  db
    .select()
    .from(lenderCertificates)
    .where(eq(lenderCertificates.lenderId, lenderId))
    .orderBy(desc(lenderCertificates.usedFrom), desc(lenderCertificates.id));

export async function insertCertificate(db: Database, row: NewCertificate): Promise<void> {
  await db.insert(lenderCertificates).values(row);
}

/** Deletes a lender's certificates, except one. */
export async function deleteOtherCertificates(
  db: Database,
  lenderId: number,
  kept: number | undefined,
): Promise<void> {
  await db
    .delete(lenderCertificates)
    .where(
      and(
        eq(lenderCertificates.lenderId, lenderId),
        kept === undefined ? undefined : ne(lenderCertificates.id, kept),
      ),
    );
}

/** Deletes and returns a certificate; undefined when it doesn't exist. */
export async function deleteCertificate(
  db: Database,
  lenderId: number,
  id: number,
): Promise<CertificateRow | undefined> {
  const [row] = await db
    .delete(lenderCertificates)
    .where(and(eq(lenderCertificates.lenderId, lenderId), eq(lenderCertificates.id, id)))
    .returning();
  return row;
}
