import { expect, test } from 'vitest';
import { databaseBefore } from '../../../../test/former-schema.ts';
import { onCluster } from '../../../../test/machines.ts';

test.skipIf(onCluster)(
  'a plan from before the payment gateway keeps its price, and gets a Stripe id and one installment',
  async () => {
    const { pool, applyRest, close } = await databaseBefore('0003_plans.sql');
    await pool.query(
      `insert into plans (id, name, tier, price_cents) values (3, 'Pro', 'Pro', 118800), (41, 'Old', 'Test', 0)`,
    );
    await applyRest();
    const { rows } = await pool.query(
      `select id, price_cents::int as price, stripe_id, associated_stripe_id, installment_intervals_count, version from plans order by id`,
    );
    const rest = { associated_stripe_id: '', installment_intervals_count: 1, version: 1 };
    expect(rows).toEqual([
      { id: 3, price: 118_800, stripe_id: 'plan_3', ...rest },
      { id: 41, price: 0, stripe_id: 'plan_41', ...rest },
    ]);
    await close();
  },
);
