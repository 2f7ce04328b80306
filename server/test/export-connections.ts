import type { TestApp } from './app.ts';

/** Connections to the test's database that exports hold. */
export async function exportConnections(app: TestApp): Promise<number> {
  const { rows } = await app.deps.database.pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'lintel exports' and datname = current_database()",
  );
  return rows[0]?.count ?? 0;
}
