import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { Tier } from '@lintel/contract/billing/tiers';
import type { Database } from '../../../platform/db/connect.ts';
import { plans } from '../../billing/plans/tables.ts';
import { contractors } from '../../contractors/tables.ts';
import { users } from '../tables.ts';

export type TeamRow = typeof users.$inferSelect;

const isOnTeam = (contractorId: number) =>
  and(eq(users.contractorId, contractorId), eq(users.kind, 'team'), isNull(users.removedAt));

/** A contractor's team, ordered by name. */
export async function selectTeam(db: Database, contractorId: number): Promise<TeamRow[]> {
  return db
    .select()
    .from(users)
    .where(isOnTeam(contractorId))
    .orderBy(asc(users.firstname), asc(users.lastname), asc(users.id));
}

/** One of a contractor's team users; undefined when not found. */
export async function findTeamUser(
  db: Database,
  contractorId: number,
  userId: number,
): Promise<TeamRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(isOnTeam(contractorId), eq(users.id, userId)));
  return row;
}

/** Number of team users that count toward the limit: those not deactivated. */
export async function countTeam(db: Database, contractorId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(users)
    .where(and(isOnTeam(contractorId), eq(users.isActive, true)));
  return row?.total ?? 0;
}

export interface TeamUserBeyond {
  id: number;
  fullName: string;
  email: string;
}

interface ContractorTeam {
  id: number;
  companyName: string;
  tier: Tier;
  limit: number;
  teamUsers: TeamUserBeyond[];
}

/** A contractor's active team users beyond a limit: the newest, in the order they were added. */
export async function teamBeyond(
  db: Database,
  contractorId: number,
  limit: number,
): Promise<TeamUserBeyond[]> {
  const active = and(
    eq(users.contractorId, contractorId),
    eq(users.kind, 'team'),
    eq(users.isActive, true),
    isNull(users.removedAt),
  );
  const rows = await db
    .select()
    .from(users)
    .where(active)
    .orderBy(asc(users.createdAt), asc(users.id))
    .offset(limit);
  return rows.map(({ id, firstname, lastname, email }) => ({
    id,
    fullName: `${firstname} ${lastname}`.trim(),
    email,
  }));
}

/**
 * Team users beyond the limits of their tiers, for contractors without their own limit, by company
 * name.
 */
export async function teamsBeyond(
  db: Database,
  limits: Partial<Record<Tier, number>>,
): Promise<ContractorTeam[]> {
  const { rows } = await db.execute<
    Omit<ContractorTeam, 'teamUsers'> & { user: TeamUserBeyond }
  >(sql`
    select c.id, c.company_name as "companyName", p.tier, l.value::int as "limit",
      json_build_object('id', t.id, 'fullName', trim(t.firstname || ' ' || t.lastname), 'email', t.email) as "user"
    from jsonb_each_text(${JSON.stringify(limits)}::jsonb) l
    join ${plans} p on p.tier::text = l.key
    join ${contractors} c on c.plan_id = p.id and c.max_team_users is null
    join lateral (
      select u.* from ${users} u
      where u.contractor_id = c.id and u.kind = 'team' and u.is_active and u.removed_at is null
      order by u.created_at, u.id offset l.value::int
    ) t on true
    order by lower(c.company_name), c.id, t.created_at, t.id`);
  const teams = new Map<number, ContractorTeam>();
  for (const { user, ...contractor } of rows) {
    const team = teams.get(contractor.id) ?? { ...contractor, teamUsers: [] };
    teams.set(contractor.id, { ...team, teamUsers: [...team.teamUsers, user] });
  }
  return [...teams.values()];
}

/** Whether the user is on this contractor's team. */
export const ownsTeamUser = async (
  db: Database,
  contractorId: number,
  userId: number,
): Promise<boolean> => (await findTeamUser(db, contractorId, userId)) !== undefined;

/** The owner's account of a contractor; none until it was created. */
export const selectOwner = (db: Database, contractorId: number): Promise<TeamRow[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.contractorId, contractorId), eq(users.kind, 'owner')));
