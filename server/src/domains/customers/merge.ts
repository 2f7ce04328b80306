import { and, eq, sql } from 'drizzle-orm';
import type { listDuplicates, mergeCustomers } from '@lintel/contract/customers/merge';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { presentCustomer, presentNamesake } from './present.ts';
import { insertEvent, lockCustomer, updateCustomer, type CustomerRow } from './repository.ts';
import { customerApplications, customerEvents, customers } from './tables.ts';

interface Merging {
  contractorId: number;
  customerId: number;
  otherCustomerId: number;
}

/**
 * Merges two customers: one stays, with the chosen values, and takes over everything of the other.
 * Throws `conflict` when one changed since the caller saw it.
 */
export async function mergeInto(
  { db, clock, emit }: Context,
  caller: Caller,
  { contractorId, customerId: into, otherCustomerId: from }: Merging,
  body: RequestPart<typeof mergeCustomers, 'body'>,
) {
  const { otherId: _other, version, otherVersion, ...chosen } = body;
  if (from === into) throw invalidField('otherId', 'A customer cannot be merged with itself.');
  const row = await db.transaction(async (tx) => {
    // In a fixed order, so that opposite merges of the same pair don't deadlock.
    const locked = new Map<number, CustomerRow | undefined>();
    for (const id of [into, from].toSorted((one, other) => one - other))
      locked.set(id, await lockCustomer(tx, { contractorId, id }));
    requireSeen(locked.get(into), version);
    requireSeen(locked.get(from), otherVersion);
    const now = clock.now();
    await moveRows(tx, { contractorId, from, into });
    await emit(tx, 'customers.merged', { contractorId, from, into });
    await updateCustomer(tx, { contractorId, id: from }, { mergedInto: into, updatedAt: now });
    const key = { contractorId, id: into };
    const survivor = await updateCustomer(tx, key, {
      ...chosen,
      archivedAt: null,
      updatedAt: now,
      activeAt: now,
    });
    const details = { from };
    await insertEvent(tx, key, now, { kind: 'merged', actorId: caller.user.id, details });
    const entry = {
      action: 'customer.merged',
      entity: 'customer',
      entityId: into,
      details,
    } as const;
    await recordAudit(tx, clock, caller, entry);
    return survivor;
  });
  return presentCustomer(db, caller, row);
}

function requireSeen(row: CustomerRow | undefined, version: number): void {
  if (row === undefined || row.anonymisedAt !== null) throw new AppError('not_found');
  if (row.version !== version || row.mergedInto !== null) throw new AppError('conflict');
}

/** Moves the other customer's rows to the kept one, including earlier merges. */
async function moveRows(
  tx: Database,
  { contractorId, from, into }: { contractorId: number; from: number; into: number },
): Promise<void> {
  await tx
    .update(customerApplications)
    .set({ customerId: into })
    .where(
      and(
        eq(customerApplications.contractorId, contractorId),
        eq(customerApplications.customerId, from),
      ),
    );
  await tx
    .update(customerEvents)
    .set({ customerId: into })
    .where(and(eq(customerEvents.contractorId, contractorId), eq(customerEvents.customerId, from)));
  await tx
    .update(customers)
    .set({ mergedInto: into })
    .where(and(eq(customers.contractorId, contractorId), eq(customers.mergedInto, from)));
}

/** Number of pairs shown. */
const shown = 50;

/** Pairs of listed customers with the same phone or the same e-mail. */
export async function findDuplicates(
  { db }: Context,
  contractorId: number,
): Promise<ResponseBody<typeof listDuplicates>> {
  const pairs = [
    ...(await pairsBy(db, contractorId, 'phone')),
    ...(await pairsBy(db, contractorId, 'email')),
  ];
  const seen = new Set<string>();
  const data = pairs.filter(({ one, other }) => {
    const key = `${one.id} ${other.id}`;
    return !seen.has(key) && seen.add(key);
  });
  return { data: data.slice(0, shown) };
}

/** The first two of each group with the same value: after they are merged, the next two follow. */
async function pairsBy(db: Database, contractorId: number, by: 'phone' | 'email') {
  const value = by === 'phone' ? sql`phone` : sql`lower(email)`;
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select (array_agg(id order by id desc))[1:2]::int[] ids from customers
    where contractor_id = ${contractorId} and ${value} <> ''
      and archived_at is null and merged_into is null and anonymised_at is null
    group by ${value} having count(*) > 1 order by max(id) desc limit ${shown}`);
  const ids = rows.flatMap((row) => row.ids);
  if (ids.length === 0) return [];
  const found = await db
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.contractorId, contractorId),
        sql`${customers.id} = any(${`{${ids.join(',')}}`}::bigint[])`,
      ),
    );
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.flatMap(({ ids: [first = 0, second = 0] }) => {
    const [one, other] = [byId.get(first), byId.get(second)];
    return one && other ? [{ one: presentNamesake(one), other: presentNamesake(other), by }] : [];
  });
}
