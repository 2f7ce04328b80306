import { and, eq } from 'drizzle-orm';
import { taxRatePlaces, type DocumentKind } from '@lintel/contract/documents/constants';
import type {
  readDocumentDefaults,
  saveDocumentDefaults,
  DocumentDefaults,
} from '@lintel/contract/documents/defaults';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { documentDefaults } from './tables.ts';

type DefaultsRow = typeof documentDefaults.$inferSelect;
type Both = ResponseBody<typeof readDocumentDefaults>;

/** A contractor's defaults for new documents of a kind; undefined if not set. */
export async function findDefaults(
  db: Database,
  { contractorId, kind }: { contractorId: number; kind: DocumentKind },
): Promise<DefaultsRow | undefined> {
  const [row] = await db
    .select()
    .from(documentDefaults)
    .where(and(eq(documentDefaults.contractorId, contractorId), eq(documentDefaults.kind, kind)));
  return row;
}

export async function readDefaults(db: Database, contractorId: number): Promise<Both> {
  const rows = await db
    .select()
    .from(documentDefaults)
    .where(eq(documentDefaults.contractorId, contractorId));
  const of = (kind: DocumentKind): DocumentDefaults | null => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? null : present(row);
  };
  return { estimate: of('estimate'), invoice: of('invoice') };
}

const present = ({ taxRate, days, license, notes, terms, savedAt }: DefaultsRow) => ({
  taxRate: taxRate / 10 ** taxRatePlaces,
  days,
  license,
  notes,
  terms,
  savedAt: savedAt.toISOString(),
});

export async function saveDefaults(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
  { kind, ...values }: RequestPart<typeof saveDocumentDefaults, 'body'>,
): Promise<Both> {
  return db.transaction(async (tx) => {
    const row = { ...values, savedAt: clock.now(), savedBy: caller.authenticated.id };
    await tx
      .insert(documentDefaults)
      .values({ contractorId, kind, ...row })
      .onConflictDoUpdate({
        target: [documentDefaults.contractorId, documentDefaults.kind],
        set: row,
      });
    await recordAudit(tx, clock, caller, {
      action: 'document.defaults-set',
      entity: 'document',
      details: { kind },
    });
    return readDefaults(tx, contractorId);
  });
}
