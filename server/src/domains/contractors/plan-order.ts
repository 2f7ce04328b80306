import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';

interface PageOfPlans {
  where: SQL | undefined;
  descending: boolean;
  limit: number;
  offset: number;
}

/**
 * The ids of one page in the order of the plans' names; contractors without a plan come last, or first when descending. Each plan's
 * rows come from the index by plan and stop where the page ends, so that nothing is sorted but the page.
 */
export async function idsByPlan(db: Database, { where, descending, limit, offset }: PageOfPlans): Promise<number[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const nulls = descending ? sql`desc nulls first` : sql`asc nulls last`;
  const reach = limit + offset;
  const some = (plan: SQL): SQL => sql`
    (select id, (owner_id is not null) as has_user from contractors where ${plan}${where ? sql` and ${where}` : sql``}
     order by (owner_id is not null) ${direction}, id ${direction} limit ${reach})`;
  const { rows } = await db.execute<{ id: number }>(sql`
    select found.id
    from (select id, lower(name) as name from plans union all select null, null) as plan
    cross join lateral (
      ${some(sql`plan_id = plan.id`)} union all ${some(sql`plan_id is null and plan.id is null`)}
    ) as found
    order by plan.name ${nulls}, plan.id ${nulls}, found.has_user ${direction}, found.id ${direction}
    limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}
