import { and, eq, max, sql } from 'drizzle-orm';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import type { readNumbers } from '@lintel/contract/documents/documents';
import type { Answered } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { documentNumbers, documents } from './tables.ts';

type Numbers = Answered<typeof readNumbers>;

interface Series {
  contractorId: number;
  kind: DocumentKind;
}

/**
 * Gives the next number of a series in the caller's transaction. The series' row is locked until it
 * ends, so whoever comes second waits; where it fails, the number is given to the next.
 */
export async function takeNumber(tx: Database, { contractorId, kind }: Series): Promise<number> {
  // As text: building it from the table would take as long as the database does.
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

/** The number of a series that is given next. */
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

/** Goes on with an old series. Throws a field error for a number that is not above all given ones. */
export async function continueSeries(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  series: Series & { next: number },
): Promise<Numbers> {
  const { contractorId, kind, next } = series;
  return db.transaction(async (tx) => {
    // The row first: whoever is giving a number has it locked, and that number counts.
    const [before] = await tx
      .insert(documentNumbers)
      .values({ contractorId, kind, next: 1 })
      .onConflictDoUpdate({
        target: [documentNumbers.contractorId, documentNumbers.kind],
        set: { next: sql`${documentNumbers.next}` },
      })
      .returning({ next: documentNumbers.next });
    const given = await highest(tx, series);
    if (next <= given)
      throw invalidField('next', `Number ${given} was given already. Enter a higher one.`);
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
