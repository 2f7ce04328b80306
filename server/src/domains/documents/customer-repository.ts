import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { DocumentRow } from '@lintel/contract/documents/views';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { customerApplications } from '../customers/tables.ts';
import { listedFields } from './list-repository.ts';
import { presentRow } from './present.ts';
import { todayOf } from './contractor-today.ts';
import { documentPayments, documents } from './tables.ts';

type Dating = { clock: Clock; timeZone: string };

async function selectSome(
  db: Database,
  { contractorId, ...dating }: Dating & { contractorId: number },
  where: SQL | undefined,
  limit: number,
): Promise<DocumentRow[]> {
  const rows = await db
    .select(listedFields)
    .from(documents)
    .where(where)
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
  const today = await todayOf(dating, db, contractorId);
  return rows.map((row) => presentRow(row, today));
}

/** A customer's documents, latest activity first. */
export const documentsOfCustomer = (
  db: Database,
  dating: Dating,
  { contractorId, customerId }: { contractorId: number; customerId: number },
  limit: number,
): Promise<DocumentRow[]> =>
  selectSome(
    db,
    { ...dating, contractorId },
    and(eq(documents.contractorId, contractorId), eq(documents.customerId, customerId)),
    limit,
  );

/** Documents of an application's customer, and those paid by its funding. */
export const documentsOfApplication = (
  db: Database,
  dating: Dating,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
  limit: number,
): Promise<DocumentRow[]> => {
  const customersOf = db
    .select({ id: customerApplications.customerId })
    .from(customerApplications)
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.applicationId, applicationId),
      ),
    );
  const paidBy = db
    .select({ id: documentPayments.documentId })
    .from(documentPayments)
    .where(
      and(
        eq(documentPayments.contractorId, contractorId),
        eq(documentPayments.applicationId, applicationId),
      ),
    );
  return selectSome(
    db,
    { ...dating, contractorId },
    and(
      eq(documents.contractorId, contractorId),
      or(inArray(documents.customerId, customersOf), inArray(documents.id, paidBy)),
    ),
    limit,
  );
};

/** Moves documents to the surviving customer of a merge. */
export async function moveDocuments(
  tx: Database,
  { contractorId, from, into }: { contractorId: number; from: number; into: number },
): Promise<void> {
  await tx
    .update(documents)
    .set({ customerId: into })
    .where(and(eq(documents.contractorId, contractorId), eq(documents.customerId, from)));
}
