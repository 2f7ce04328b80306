import { expect, test } from 'vitest';
import { databaseBefore } from '../../../../test/former-schema.ts';
import { onCluster } from '../../../../test/machines.ts';

test.skipIf(onCluster)(
  'runs from before releases count as released by whoever made them, and keep their files',
  async () => {
    const { pool, applyRest, close } = await databaseBefore('_two-pairs-of-eyes.sql');
    await pool.query(
      `insert into payout_runs (id, month, started_by, started_at, effective_on, file_sealed)
     values (7, '2026-09-01', 1, '2026-09-22T15:00:00Z', '2026-09-23', 'sealed'),
       (8, '2026-10-01', null, '2026-10-22T15:00:00Z', '2026-10-23', 'sealed too')`,
    );
    await applyRest();
    const { rows } = await pool.query(
      `select id, released_by, released_at = started_at as at_once, canceled_at, left_out, file_sealed
     from payout_runs order by id`,
    );
    const rest = { at_once: true, canceled_at: null, left_out: [] };
    expect(rows).toEqual([
      { id: 7, released_by: 1, file_sealed: 'sealed', ...rest },
      { id: 8, released_by: null, file_sealed: 'sealed too', ...rest },
    ]);
    await close();
  },
);
