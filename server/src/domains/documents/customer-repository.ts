import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { DocumentRow } from '@lintel/contract/documents/views';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { customerApplications } from '../customers/tables.ts';
import { listedFields } from './list-repository.ts';
import { presentRow } from './present.ts';
import { contractorToday } from './contractor-today.ts';
import { documentPayments, documents } from './tables.ts';

/** Documents of an application's customer, and those paid by its funding, latest activity first. */
export async function selectApplicationDocuments(
  context: Context,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
  limit: number,
): Promise<DocumentRow[]> {
  const { db } = context;
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
  const rows = await db
    .select(listedFields)
    .from(documents)
    .where(
      and(
        eq(documents.contractorId, contractorId),
        or(inArray(documents.customerId, customersOf), inArray(documents.id, paidBy)),
      ),
    )
    .orderBy(desc(documents.updatedAt), desc(documents.id))
    .limit(limit);
  const today = await contractorToday(context, db, contractorId);
  return rows.map((row) => presentRow(row, today));
}

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
