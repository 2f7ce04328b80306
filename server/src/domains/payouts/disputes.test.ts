import { expect, test } from 'vitest';
import { PayoutWorld } from '../../../test/payouts.ts';

const world = new PayoutWorld();

/** A friend's payment a number of days ago, of which contractor 102 gets 10%. */
async function partnerShare(cents: number, daysAgo = 40) {
  const friend = await world.books.contractor({ partnerId: 102 });
  const at = new Date(world.now.getTime() - daysAgo * 86_400_000).toISOString();
  return world.books.payment(friend, { at, cents });
}

const now = () => world.now.toISOString();

test('no payout includes a share of a disputed payment until the dispute is won', async () => {
  await world.earn(102, 10_000);
  const paid = await partnerShare(50_000);
  await world.books.dispute(paid, { at: now(), isOpen: true });
  await world.prepare();
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 10_000 }]);
  await world.books.dispute(paid, { at: now() });
  await world.prepare(world.month(1));
  expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([10_000, 5000]);
});

test('a dispute removes a share from an unsent payout, and cancels a payout without other shares', async () => {
  const paid = await partnerShare(50_000);
  await world.prepare();
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 5000 }]);
  await world.books.dispute(paid, { at: now(), isOpen: true });
  expect(await world.unsent(102)).toEqual([]);
  await world.earn(102, 2000);
  await world.books.dispute(paid, { at: now(), lostCents: 50_000 });
  await world.prepare(world.month(1));
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 2000 }]);
});

test('a refund of a disputed payment waits with the share and doesn’t reduce other earnings', async () => {
  const paid = await partnerShare(50_000);
  await world.books.refund(paid, { at: now(), cents: 10_000 });
  await world.books.dispute(paid, { at: now(), isOpen: true });
  await world.earn(102, 2000);
  await world.prepare();
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 2000 }]);
});

test('a run prepared before the dispute excludes the payout', async () => {
  const paid = await partnerShare(50_000);
  await world.earn(102, 2000);
  await world.prepare();
  const run = (await world.prepareRun()).json<{ run: { id: number } }>();
  await world.books.dispute(paid, { at: now(), isOpen: true });
  const released = await world.release(run.run.id);
  expect(released.statusCode).toBe(409);
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 2000 }]);
});
