import type { ClientBase, Pool } from 'pg';

/** Table placement. All others stay on the coordinator. */
export interface Placement {
  /** Distributed by contractor: all rows of a contractor are on one machine. */
  spread: string[];
  /** Reference tables, copied to every machine. */
  copied: string[];
}

/**
 * Derives each table's placement from the schema, so that a table is declared once, in its domain.
 *
 * - Distributed: tables that grow with contractors' business. Their primary keys start with the
 *   contractor and have more columns. Two kinds stay on the coordinator, because no single
 *   machine could enforce the schema: tables with a value that is unique across contractors, and
 *   tables whose rows are deleted or changed with a row that isn't distributed.
 * - Copied: other tables with rows per contractor that distributed rows reference.
 */
export async function readPlacement(client: Pick<ClientBase, 'query'> | Pool): Promise<Placement> {
  const { rows } = await client.query<{ name: string; how: 'spread' | 'copied' }>(`
    with recursive tables as (
      select c.oid, c.relname::text name, a.attnum contractor, a.attnotnull owned
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'contractor_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    ), staying(oid) as (
      select oid from tables t where not exists (
          select from pg_index i where i.indrelid = t.oid and i.indisprimary
            and i.indnkeyatts > 1 and i.indkey[0] = t.contractor)
        or exists (
          select from pg_index i where i.indrelid = t.oid and i.indisunique
            and not t.contractor = any(i.indkey))
      union
      select k.conrelid from pg_constraint k join staying s on s.oid = k.confrelid
      where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd')
    )
    select name, 'spread' how from tables t where not exists (select from staying s where s.oid = t.oid)
    union all
    select name, 'copied' from tables t where t.owned and exists (select from staying s where s.oid = t.oid)
      and exists (select from pg_constraint k where k.contype = 'f' and k.confrelid = t.oid
        and not exists (select from staying s where s.oid = k.conrelid))
    order by name`);
  const named = (kind: string) => rows.filter(({ how }) => how === kind).map(({ name }) => name);
  return { spread: named('spread'), copied: named('copied') };
}
