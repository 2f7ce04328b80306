import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { CustomerForm } from '@lintel/contract/customers/customer';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow } from '../../../platform/db/queries.ts';
import { customerEvents, customerImports, customers, type ImportFill } from '../tables.ts';
import type { ImportPlan } from './plan.ts';

export type ImportRecord = typeof customerImports.$inferSelect;

/**
 * Waits for and then blocks other additions to this contractor's customers until the transaction
 * ends.
 */
export async function lockAll(tx: Database, contractorId: number): Promise<void> {
  const all = `customers of ${contractorId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${all}, 0))`);
}

interface ImportContext {
  contractorId: number;
  importId: number;
  byId: number;
  at: Date;
}

/** Rows per INSERT statement. */
const chunk = 1000;

export async function insertAll(
  tx: Database,
  { contractorId, importId, byId, at }: ImportContext,
  added: readonly CustomerForm[],
): Promise<void> {
  for (let start = 0; start < added.length; start += chunk)
    await tx.insert(customers).values(
      added.slice(start, start + chunk).map((customer) => ({
        ...customer,
        tagWords: customer.tags.join(' '),
        contractorId,
        importId,
        origin: 'import' as const,
        createdAt: at,
        createdBy: byId,
        updatedAt: at,
        activeAt: at,
      })),
    );
}

/** Fills in missing values; returns the filled fields per customer and the resulting versions. */
export async function fillAll(
  tx: Database,
  { contractorId, byId, at }: ImportContext,
  fills: ImportPlan['fills'],
): Promise<ImportFill[]> {
  const list = [...fills].map(([id, { filled }]) => ({ id, ...filled }));
  if (list.length === 0) return [];
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    update customers c set phone = coalesce(f.phone, c.phone), email = coalesce(f.email, c.email),
      street = coalesce(f.street, c.street), city = coalesce(f.city, c.city), state = coalesce(f.state, c.state),
      zip = coalesce(f.zip, c.zip), notes = coalesce(f.notes, c.notes),
      version = c.version + 1, updated_at = ${now}, active_at = greatest(c.active_at, ${now})
    from json_to_recordset(${JSON.stringify(list)}::json)
      as f(id bigint, phone text, email text, street text, city text, state text, zip text, notes text)
    where c.contractor_id = ${contractorId} and c.id = f.id
    returning c.id, c.version`);
  const done = rows.map(({ id, version }) => ({
    id: Number(id),
    version,
    fields: Object.keys(fills.get(Number(id))?.filled ?? {}),
  }));
  for (let start = 0; start < done.length; start += chunk)
    await tx.insert(customerEvents).values(
      done.slice(start, start + chunk).map(({ id, fields }) => ({
        contractorId,
        customerId: id,
        at,
        kind: 'filled',
        actorId: byId,
        details: { fields },
      })),
    );
  return done;
}

type NewImport = Pick<ImportRecord, 'contractorId' | 'fileName' | 'at' | 'actorId'> &
  Pick<ImportRecord, 'added' | 'filled' | 'skipped'>;

export async function insertImport(tx: Database, record: NewImport): Promise<ImportRecord> {
  const [row] = await tx.insert(customerImports).values(record).returning();
  if (row === undefined) throw new Error('The import was not noted');
  return row;
}

const isOne = ({ contractorId, id }: { contractorId: number; id: number }) =>
  and(eq(customerImports.contractorId, contractorId), eq(customerImports.id, id));

export async function setFills(
  tx: Database,
  key: { contractorId: number; id: number },
  fills: ImportFill[],
): Promise<void> {
  await tx.update(customerImports).set({ fills }).where(isOne(key));
}

/** Marks an import as undone and drops its list of filled values. */
export async function markUndone(
  tx: Database,
  key: { contractorId: number; id: number },
  at: Date,
): Promise<void> {
  await tx.update(customerImports).set({ undoneAt: at, fills: [] }).where(isOne(key));
}

export const ownsImport = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, customerImports, isOne({ contractorId, id }));

export const selectImports = (db: Database, contractorId: number, limit: number) =>
  db
    .select()
    .from(customerImports)
    .where(eq(customerImports.contractorId, contractorId))
    .orderBy(desc(customerImports.id))
    .limit(limit);

export async function lockImport(
  tx: Database,
  key: { contractorId: number; id: number },
): Promise<ImportRecord | undefined> {
  const [row] = await tx.select().from(customerImports).where(isOne(key)).for('update');
  return row;
}

/**
 * Deletes imported customers without later activity; returns how many were deleted and how many
 * stay.
 */
export async function deleteUntouched(
  tx: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<{ removed: number; kept: number }> {
  const { rowCount } = await tx.execute(sql`
    delete from customers c where c.contractor_id = ${contractorId} and c.import_id = ${id}
      and c.version = 1 and c.active_at = c.created_at
      and not exists (select from customer_events e where e.contractor_id = ${contractorId} and e.customer_id = c.id)
      and not exists (select from customer_applications a where a.contractor_id = ${contractorId} and a.customer_id = c.id)
      and not exists (select from customers m where m.contractor_id = ${contractorId} and m.merged_into = c.id)`);
  const [left] = await tx
    .select({ kept: count() })
    .from(customers)
    .where(and(eq(customers.contractorId, contractorId), eq(customers.importId, id)));
  return { removed: rowCount ?? 0, kept: left?.kept ?? 0 };
}

const emptied = (name: string) =>
  sql`${sql.identifier(name)} = case when f.fields::jsonb ? ${name} then '' else c.${sql.identifier(name)} end`;

/**
 * Clears filled values of customers that haven't changed since; returns how many stay as they are.
 */
export async function emptyFills(
  tx: Database,
  contractorId: number,
  fills: readonly ImportFill[],
  at: Date,
): Promise<number> {
  if (fills.length === 0) return 0;
  const now = sql`${at.toISOString()}::timestamptz`;
  const columns = ['phone', 'email', 'street', 'city', 'state', 'zip', 'notes'].map(emptied);
  const { rowCount } = await tx.execute(sql`
    update customers c set ${sql.join(columns, sql`, `)}, version = c.version + 1, updated_at = ${now}
    from json_to_recordset(${JSON.stringify(fills)}::json) as f(id bigint, version int, fields json)
    where c.contractor_id = ${contractorId} and c.id = f.id and c.version = f.version`);
  return fills.length - (rowCount ?? 0);
}
