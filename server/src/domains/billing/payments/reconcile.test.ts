import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  booksOf,
  createBillingWorld,
  daySeconds,
  subscribe,
  work,
  type BillingWorld,
} from '../../../../test/billing-world.ts';
import { chargeDue } from '../charging/charging.ts';
import { bookEntry } from './ledger.ts';
import { lastDays, reconcile } from './reconcile.ts';
import { refundPayment } from './refunds.ts';
import { settleAll } from '../charging/settle.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());

const run = (days = 3) =>
  reconcile(world.context, { range: lastDays(world.clock.now(), days), userId: 1 });

test('books that match the gateway have no differences, including refunds and failures', async () => {
  const { contractorId, paymentId } = await subscribe(world);
  await work(world);
  world.gateway.script.push('declines');
  await subscribe(world);
  await work(world);
  await refundPayment(world.context, {
    paymentId: paymentId!,
    amountCents: 300,
    reason: 'x',
    userId: 1,
    key: String(contractorId),
  });
  const made = await run();
  expect(made).toMatchObject({
    differences: [],
    problem: '',
    userId: 1,
    endedAt: world.clock.now(),
  });
  expect(made.checked).toBeGreaterThanOrEqual(2);
});

test('an entry missing on either side, or with a different amount, is reported with both sides', async () => {
  const { contractorId } = await subscribe(world);
  await work(world);
  const [known] = (await booksOf(world, contractorId)).payments;
  const charge = world.gateway.charges.get(known!.chargeId!)!;
  world.gateway.charges.set(charge.id, { ...charge, amountCents: 9999 });
  world.gateway.charges.set('pi_foreign', {
    ...charge,
    id: 'pi_foreign',
    metadata: {},
    amountCents: 4200,
  });
  await world.database.db.transaction((tx) =>
    bookEntry(tx, world.clock, {
      source: 'charge:sandbox:pi_ours',
      contractorId,
      account: 'subscription',
      kind: 'charge',
      amountCents: 700,
      reference: 'pi_ours',
      happenedAt: world.clock.now(),
    }),
  );
  const { differences } = await run();
  expect(differences).toEqual([
    { kind: 'missing_here', reference: 'pi_foreign', ours: '', theirs: '$42.00' },
    { kind: 'missing_there', reference: 'pi_ours', ours: '$7.00', theirs: '' },
    { kind: 'different_amount', reference: charge.id, ours: '$100.00', theirs: '$99.99' },
  ]);
  expect(world.warnings.at(-1)).toContain('differ in 3 movements');
  // Four days later it is out of the range.
  world.clock.pass(4 * daySeconds);
  expect(await run()).toMatchObject({ differences: [], checked: 0 });
  expect((await run(8)).differences).toHaveLength(3);
});

test('a charge with a pending answer is no difference, and an unreported one is a difference until settled', async () => {
  world.clock.pass(30 * daySeconds);
  const { paymentId } = await subscribe(world);
  world.gateway.usual = 'lost after';
  await chargeDue(world.context, paymentId!);
  world.gateway.usual = 'succeeds';
  expect((await run()).differences).toEqual([]);
  world.clock.pass(61);
  await settleAll(world.context);
  expect((await run()).differences).toEqual([]);
});

test('a movement at the edge of the range is no difference', async () => {
  world.clock.pass(30 * daySeconds);
  const { contractorId } = await subscribe(world);
  await work(world);
  const at = world.clock.now();
  // The gateway's clock differs slightly from ours.
  const id = (await booksOf(world, contractorId)).payments[0]!.chargeId!;
  world.gateway.charges.set(id, {
    ...world.gateway.charges.get(id)!,
    createdAt: new Date(at.getTime() - 1000),
  });
  for (const range of [
    { from: at, to: new Date(at.getTime() + 1) },
    { from: new Date(at.getTime() - 1000), to: at },
  ]) {
    expect((await reconcile(world.context, { range, userId: null })).differences).toEqual([]);
  }
});

test('an unfinished reconciliation is stored with its problem', async () => {
  const { listCharges } = world.gateway;
  world.gateway.listCharges = () => {
    throw new Error('The gateway is down');
  };
  expect(await run()).toMatchObject({
    problem: 'The gateway is down',
    endedAt: world.clock.now(),
    differences: [],
  });
  world.gateway.listCharges = listCharges.bind(world.gateway);
});
