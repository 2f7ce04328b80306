import { and, eq, max, sql } from 'drizzle-orm';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import type { readNumbers } from '@lintel/contract/documents/documents';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { documentNumbers, documents } from './tables.ts';

type Numbers = ResponseBody<typeof readNumbers>;

interface Series {
  contractorId: number;
  kind: DocumentKind;
}

/**
 * Allocates the next number of a series in the caller's transaction. The series' row stays locked
 * until its end, so parallel callers wait; after a rollback, the next caller gets the number.
 */
export async function takeNumber(tx: Database, { contractorId, kind }: Series): Promise<number> {
  // Raw SQL: building it from the table takes as long as the query itself.
  const {
    rows: [row],
  } = await tx.execute<{ next: number }>(sql`
    insert into document_numbers (contractor_id, kind, next) values (${contractorId}, ${kind}, 2)
    on conflict (contractor_id, kind) do update set next = document_numbers.next + 1 returning next`);
  if (row === undefined) throw new Error('No number was given');
  return row.next - 1;
}

async function highest(db: Database, { contractorId, kind }: Series): Promise<number> {
  const [row] = await db
    .select({ highest: max(documents.number) })
    .from(documents)
    .where(and(eq(documents.contractorId, contractorId), eq(documents.kind, kind)));
  return row?.highest ?? 0;
}

/** The next number of a series. */
export async function nextNumber(db: Database, { contractorId, kind }: Series): Promise<number> {
  const [row] = await db
    .select({ next: documentNumbers.next })
    .from(documentNumbers)
    .where(and(eq(documentNumbers.contractorId, contractorId), eq(documentNumbers.kind, kind)));
  return row?.next ?? 1;
}

export async function presentNumbers(db: Database, contractorId: number): Promise<Numbers> {
  const of = async (kind: DocumentKind) => {
    const series = { contractorId, kind };
    return { next: await nextNumber(db, series), least: (await highest(db, series)) + 1 };
  };
  return { estimate: await of('estimate'), invoice: await of('invoice') };
}

/**
 * Continues an old series. Throws a field error for a number that isn't above all existing ones.
 */
export async function continueSeries(
  { db, clock }: Context,
  caller: Caller,
  series: Series & { next: number },
): Promise<Numbers> {
  const { contractorId, kind, next } = series;
  return db.transaction(async (tx) => {
    // Locks the row first: a number that is being allocated counts.
    const [before] = await tx
      .insert(documentNumbers)
      .values({ contractorId, kind, next: 1 })
      .onConflictDoUpdate({
        target: [documentNumbers.contractorId, documentNumbers.kind],
        set: { next: sql`${documentNumbers.next}` },
      })
      .returning({ next: documentNumbers.next });
    const highestNumber = await highest(tx, series);
    if (next <= highestNumber)
      throw invalidField('next', `Number ${highestNumber} is already in use. Enter a higher one.`);
    await tx
      .update(documentNumbers)
      .set({ next })
      .where(and(eq(documentNumbers.contractorId, contractorId), eq(documentNumbers.kind, kind)));
    await recordAudit(tx, clock, caller, {
      action: 'document.series-set',
      entity: 'document',
      details: { kind, next: { from: before?.next ?? null, to: next } },
    });
    return presentNumbers(tx, contractorId);
  });
}
