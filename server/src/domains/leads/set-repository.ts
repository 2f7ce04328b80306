import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Share } from '@lintel/contract/leads/shares';
import type { Database } from '../../platform/db/connect.ts';
import { isActiveManager } from '../contractors/index.ts';
import { managers } from '../contractors/tables.ts';
import { leadDistributionSets, leadSetOwners, leadSources } from './tables.ts';

export type SetRow = typeof leadDistributionSets.$inferSelect;
export type OwnerRow = Share & { fullName: string; isActive: boolean };

/** Sets by title; with `id`, only that one. */
export const selectSets = (db: Database, id?: number): Promise<SetRow[]> =>
  db
    .select()
    .from(leadDistributionSets)
    .where(id === undefined ? undefined : eq(leadDistributionSets.id, id))
    .orderBy(sql`lower(${leadDistributionSets.title})`);

/** A set, locked until the transaction ends. */
export async function lockSet(tx: Database, id: number): Promise<SetRow | undefined> {
  const [row] = await tx
    .select()
    .from(leadDistributionSets)
    .where(eq(leadDistributionSets.id, id))
    .for('update');
  return row;
}

/** The sources of these sets, by name. */
export const sourcesIn = (db: Database, setIds: readonly number[]) =>
  db
    .select()
    .from(leadSources)
    .where(inArray(leadSources.setId, [...setIds]))
    .orderBy(sql`lower(${leadSources.value})`, asc(leadSources.id));

const fullName = sql<string>`btrim(${managers.firstName} || ' ' || ${managers.lastName})`;

/** The owners of these sets, largest share first. */
export const ownersIn = (db: Database, setIds: readonly number[]) =>
  db
    .select({
      setId: leadSetOwners.setId,
      id: leadSetOwners.managerId,
      percent: leadSetOwners.percent,
      credit: leadSetOwners.credit,
      fullName,
      isActive: isActiveManager,
    })
    .from(leadSetOwners)
    .innerJoin(managers, eq(managers.id, leadSetOwners.managerId))
    .where(inArray(leadSetOwners.setId, [...setIds]))
    .orderBy(sql`${leadSetOwners.percent} desc`, fullName, asc(leadSetOwners.managerId));

export const selectOwners = (db: Database, setId: number): Promise<OwnerRow[]> =>
  ownersIn(db, [setId]);

/**
 * The sets of an owner, locked until the transaction ends, ordered by id so that parallel calls
 * can't deadlock.
 */
export const lockManagerSets = (tx: Database, managerId: number): Promise<SetRow[]> =>
  tx
    .select()
    .from(leadDistributionSets)
    .where(
      inArray(
        leadDistributionSets.id,
        tx
          .select({ id: leadSetOwners.setId })
          .from(leadSetOwners)
          .where(eq(leadSetOwners.managerId, managerId)),
      ),
    )
    .orderBy(asc(leadDistributionSets.id))
    .for('update');

/** The titles of an owner's sets, with the share in each. */
export const selectShares = (db: Database, managerId: number) =>
  db
    .select({
      id: leadDistributionSets.id,
      title: leadDistributionSets.title,
      percent: leadSetOwners.percent,
    })
    .from(leadSetOwners)
    .innerJoin(leadDistributionSets, eq(leadDistributionSets.id, leadSetOwners.setId))
    .where(eq(leadSetOwners.managerId, managerId))
    .orderBy(sql`lower(${leadDistributionSets.title})`);

export async function storeCredits(
  tx: Database,
  setId: number,
  owners: readonly Share[],
): Promise<void> {
  const values = sql.join(
    owners.map(({ id, credit }) => sql`(${id}::int, ${credit}::int)`),
    sql`, `,
  );
  await tx.execute(sql`update lead_set_owners set credit = given.credit from (values ${values}) as given (manager_id, credit)
    where lead_set_owners.set_id = ${setId} and lead_set_owners.manager_id = given.manager_id`);
}

/** Replaces a set's owners and resets their credits. */
export async function replaceOwners(
  tx: Database,
  setId: number,
  owners: readonly { id: number; percent: number }[],
): Promise<void> {
  await tx.delete(leadSetOwners).where(eq(leadSetOwners.setId, setId));
  await tx
    .insert(leadSetOwners)
    .values(owners.map(({ id, percent }) => ({ setId, managerId: id, percent })));
}

/** Locks sources until the transaction ends, each with its set. */
export const lockSources = (tx: Database, ids: readonly number[]) =>
  tx
    .select()
    .from(leadSources)
    .where(inArray(leadSources.id, [...ids]))
    .orderBy(asc(leadSources.id))
    .for('update');

export async function putSources(
  tx: Database,
  ids: readonly number[],
  setId: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(leadSources)
    .set({ setId })
    .where(inArray(leadSources.id, [...ids]));
}

export async function insertSet(tx: Database, title: string, at: Date): Promise<number> {
  const [row] = await tx
    .insert(leadDistributionSets)
    .values({ title, version: 0, updatedAt: at })
    .returning({ id: leadDistributionSets.id });
  if (row === undefined) throw new Error('The distribution set was not inserted');
  return row.id;
}

export async function updateSet(
  tx: Database,
  id: number,
  change: Partial<Omit<SetRow, 'id'>>,
): Promise<void> {
  await tx.update(leadDistributionSets).set(change).where(eq(leadDistributionSets.id, id));
}

export async function removeSet(tx: Database, id: number): Promise<void> {
  await tx.delete(leadDistributionSets).where(eq(leadDistributionSets.id, id));
}

export async function findSetByTitle(
  db: Database,
  title: string,
  butNot: number | undefined,
): Promise<SetRow | undefined> {
  const same = eq(sql`lower(${leadDistributionSets.title})`, title.toLowerCase());
  const others = butNot === undefined ? undefined : sql`${leadDistributionSets.id} <> ${butNot}`;
  const [row] = await db.select().from(leadDistributionSets).where(and(same, others));
  return row;
}

/** The manager with this e-mail, case-insensitively. */
export async function findManagerByEmail(db: Database, email: string) {
  const [row] = await db
    .select()
    .from(managers)
    .where(eq(sql`lower(${managers.email})`, email.toLowerCase()));
  return row;
}
