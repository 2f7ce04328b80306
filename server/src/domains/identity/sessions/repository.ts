import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { sql } from 'drizzle-orm';
import type { Privilege } from '@lintel/contract/core/access';
import type { PaymentStatus, Tier } from '@lintel/contract/billing/tiers';
import type { Database } from '../../../platform/db/connect.ts';
import type { AccountKind } from '../../../platform/http/caller.ts';

/** An account as stored, before its privileges are decided. */
export interface AccountRow {
  id: number;
  kind: AccountKind;
  contractorId: number | null;
  /** Null for other accounts, and while the lender has no desk. */
  lender: { id: number; name: string } | null;
  email: string;
  firstname: string;
  lastname: string;
  teamAccess: 'Full' | 'Limited' | null;
  teamResources: string[];
  paymentStatus: PaymentStatus | null;
  /** Tier of the contractor's plan; null without one, and for staff. */
  tier: Tier | null;
  granted: Privilege[];
}

/** A switch counts for a limited time only. */
const switchedInto = 'case when s.switched_at > $2 then s.switched_user_id end';

/**
 * An active account with the privileges that its roles or its contractor's plan grant. `userId` is
 * an SQL expression, never a value.
 */
const accountJson = (userId: '$1' | 's.user_id' | typeof switchedInto): string => `(
  select json_build_object(
    'id', u.id, 'kind', u.kind, 'contractorId', u.contractor_id, 'email', u.email, 'firstname', u.firstname, 'lastname', u.lastname,
    'teamAccess', u.team_access, 'teamResources', u.team_resources, 'paymentStatus', c.payment_status,
    'tier', (select tier from plans where id = c.plan_id),
    'lender', case when u.lender_id is not null then (
      select json_build_object('id', l.id, 'name', l.name) from lenders l where l.id = u.lender_id and l.connection = 'desk') end,
    'granted', coalesce((
      select json_agg(json_build_object('resource', p.resource, 'code', p.code))
      from (
        select distinct resource, code from role_privileges where role_id in (
          select role_id from user_roles where u.kind = 'staff' and user_id = u.id
          union all select role_id from plan_roles where u.kind in ('owner', 'team') and plan_id = c.plan_id)
      ) p), '[]'))
  from users u left join contractors c on c.id = u.contractor_id
  where u.id = ${userId} and u.is_active)`;

export interface ActiveSession {
  account: AccountRow | null;
  switchedInto: AccountRow | null;
  /** Last step-up verification, in milliseconds since 1970. */
  provenAt: number | null;
  /** Whether the signed-in account has a second factor. */
  hasFactor: boolean;
  /** The stored rule: from which date contractors need a second factor. */
  factorRule: unknown;
}

/**
 * Named, so that the server plans it once per connection: every signed-in request runs it.
 * Parameters: session ids, the time since when a switch counts, and the name of the rule's setting.
 * The ids are JSON, because the planner estimates a constant row count for it; a short array would
 * be planned again with every execution, since the generic plan for arrays looks more expensive.
 */
export const livingSessions = {
  name: 'living-sessions',
  text: `select s.id, ${accountJson('s.user_id')} as account, ${accountJson(switchedInto)} as "switchedInto",
    extract(epoch from s.proven_at)::float8 * 1000 as "provenAt",
    exists (select from passkeys where user_id = s.user_id)
      or exists (select from app_factors where user_id = s.user_id and confirmed_at is not null) as "hasFactor",
    (select value from settings where name = $3) as "factorRule"
    from json_array_elements_text($1::json) as asked(id) join sessions s on s.id = asked.id::uuid where s.ended_at is null`,
};

/** Loads the accounts of an active session; undefined when it has ended. */
type ReadSession = (sessionId: string) => Promise<ActiveSession | undefined>;

/**
 * Loads the sessions of all requests that arrive in one turn of the event loop with one statement.
 * Nothing is cached: the statement is sent after the last request arrives, so a session that ended
 * before a request is rejected, as if the request had queried alone. A switch counts when it was
 * made after `switchedSince()`.
 */
export function sessionsByTurn(
  pool: Pool,
  switchedSince: () => Date,
  factorSetting: string,
): ReadSession {
  let turn: { ids: Set<string>; found: Promise<Map<string, ActiveSession>> } | null = null;
  const send = async (ids: Set<string>): Promise<Map<string, ActiveSession>> => {
    await setImmediate();
    // Later requests join the next turn.
    turn = null;
    const values = [JSON.stringify([...ids]), switchedSince(), factorSetting];
    const { rows } = await pool.query<ActiveSession & { id: string }>({
      ...livingSessions,
      values,
    });
    return new Map(rows.map((row) => [row.id, row]));
  };
  return async (sessionId) => {
    if (turn === null) {
      const ids = new Set<string>();
      turn = { ids, found: send(ids) };
    }
    turn.ids.add(sessionId);
    return (await turn.found).get(sessionId);
  };
}

/** Loads an active account by id. */
export async function readAccount(db: Database, userId: number): Promise<AccountRow | null> {
  const [before = '', after = ''] = accountJson('$1').split('$1');
  const { rows } = await db.execute<{ account: AccountRow | null }>(
    sql`select ${sql.raw(before)}${userId}${sql.raw(after)} as account`,
  );
  return rows[0]?.account ?? null;
}

/** Privileges granted by a contractor's plan. */
export async function readPlanPrivileges(db: Database, contractorId: number): Promise<Privilege[]> {
  const { rows } = await db.execute<{
    resource: Privilege['resource'];
    code: Privilege['code'];
  }>(sql`
    select distinct resource, code from role_privileges
    join plan_roles using (role_id) join contractors on contractors.plan_id = plan_roles.plan_id
    where contractors.id = ${contractorId}`);
  return rows;
}

/** Privileges granted by the roles of each of these plans. */
export async function readPlansPrivileges(
  db: Database,
  planIds: readonly number[],
): Promise<Map<number, Privilege[]>> {
  const { rows } = await db.execute<{
    planId: number;
    resource: Privilege['resource'];
    code: Privilege['code'];
  }>(sql`
    select distinct plan_id as "planId", resource, code from role_privileges
    join plan_roles using (role_id)
    where plan_id in ${[...planIds, 0]}`);
  const granted = new Map<number, Privilege[]>();
  for (const { planId, ...privilege } of rows)
    granted.set(planId, [...(granted.get(planId) ?? []), privilege]);
  return granted;
}
