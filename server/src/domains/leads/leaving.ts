import { count, eq } from 'drizzle-orm';
import type { Handover, Holdings } from '@lintel/contract/identity/leaving';
import { renormalized } from '@lintel/contract/leads/shares';
import type { Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { activeManagers, countManaged, replaceManager } from '../contractors/index.ts';
import { putOwners, requireManager } from './owners.ts';
import { fullName } from './present-lead.ts';
import {
  findManagerByEmail,
  lockManagerSets,
  selectOwners,
  selectShares,
  type SetRow,
} from './set-repository.ts';
import { leads } from './tables.ts';

interface DepartingUser {
  id: number;
  email: string;
}

const nothing = { leads: 0, contractors: 0, sets: [] };

/** A staff member's holdings, and the people who can take them over. */
export async function heldBy(db: Database, email: string): Promise<Holdings> {
  const leaver = await findManagerByEmail(db, email);
  const others = (await activeManagers(db)).filter(({ id }) => id !== leaver?.id);
  const people = others.map((one) => ({ id: one.id, name: fullName(one) }));
  if (leaver === undefined) return { ...nothing, people };
  const [owned] = await db.select({ n: count() }).from(leads).where(eq(leads.ownerId, leaver.id));
  return {
    leads: owned?.n ?? 0,
    contractors: await countManaged(db, leaver.id),
    sets: await selectShares(db, leaver.id),
    people,
  };
}

const unchosen = 'Choose who takes over, or no one.';

/** The chosen successor; null for no one. Throws a field error when none was chosen. */
async function chosen(
  tx: Database,
  leaver: DepartingUser,
  choice: Handover,
  field: keyof Handover,
): Promise<{ id: number; fullName: string } | null> {
  const id = choice[field];
  if (id === undefined || id === leaver.id) throw invalidField(field, unchosen);
  return id === 0 ? null : requireManager(tx, id, field);
}

/**
 * Reassigns everything that a staff member holds, and returns it for the audit log. Throws a field
 * error for each kind of holding without a choice.
 */
export async function handOver(
  tx: Database,
  context: Context,
  caller: Caller,
  { email, ...choice }: Handover & { email: string },
): Promise<Record<string, unknown>> {
  const leaver = await findManagerByEmail(tx, email);
  if (leaver === undefined) return {};
  const details: Record<string, unknown> = {};
  const held = await heldBy(tx, email);
  if (held.leads > 0) {
    const to = await chosen(tx, leaver, choice, 'leadsTo');
    await tx
      .update(leads)
      .set({ ownerId: to?.id ?? null, setId: null })
      .where(eq(leads.ownerId, leaver.id));
    details['leads'] = `${held.leads} to ${to?.fullName ?? 'no one'}`;
  }
  if (held.contractors > 0) {
    const to = await chosen(tx, leaver, choice, 'contractorsTo');
    await replaceManager(tx, { from: leaver.id, to: to?.id ?? null });
    details['contractors'] = `${held.contractors} to ${to?.fullName ?? 'no one'}`;
  }
  const sets = await lockManagerSets(tx, leaver.id);
  if (sets.length > 0) {
    const to = await chosen(tx, leaver, choice, 'setsTo');
    for (const set of sets) await leaveSet(tx, context, caller, { set, leaver, to });
    details['sets'] =
      `${sets.map(({ title }) => title).join(', ')} to ${to?.fullName ?? 'the others'}`;
  }
  return details;
}

/** Gives a leaver's share of a set to one person, or to the other owners in proportion. */
async function leaveSet(
  tx: Database,
  context: Context,
  caller: Caller,
  {
    set,
    leaver,
    to,
  }: { set: SetRow; leaver: DepartingUser; to: { id: number; fullName: string } | null },
): Promise<void> {
  const owners = await selectOwners(tx, set.id);
  const others = owners.filter(({ id, isActive }) => id !== leaver.id && isActive);
  if (to === null) {
    if (others.length === 0)
      throw invalidField('setsTo', `“${set.title}” has no other owner. Choose who takes over.`);
    return putOwners(tx, context, caller, set, renormalized(others));
  }
  const gone = owners.filter((one) => !others.includes(one) && one.id !== to.id);
  const share = gone.reduce((sum, { percent }) => sum + percent, 0);
  const has = others.find(({ id }) => id === to.id)?.percent ?? 0;
  const rest = others.filter(({ id }) => id !== to.id);
  return putOwners(tx, context, caller, set, [...rest, { ...to, percent: has + share }]);
}
