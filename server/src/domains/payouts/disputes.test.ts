import { expect, test } from 'vitest';
import { PayoutWorld } from '../../../test/payouts.ts';

const world = new PayoutWorld();

/** A friend's payment so many days ago, of which 102 gets 10%. */
async function partnerShare(cents: number, daysAgo = 40) {
  const friend = await world.books.contractor({ partnerId: 102 });
  const at = new Date(world.now.getTime() - daysAgo * 86_400_000).toISOString();
  return world.books.payment(friend, { at, cents });
}

const now = () => world.now.toISOString();

test('a share of a disputed payment is in no payout until the dispute is won', async () => {
  await world.earn(102, 10_000);
  const paid = await partnerShare(50_000);
  await world.books.dispute(paid, { at: now(), isOpen: true });
  await world.prepare();
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 10_000 }]);
  await world.books.dispute(paid, { at: now() });
  await world.prepare(world.month(1));
  expect((await world.unsent(102)).map(({ amountCents }) => amountCents)).toEqual([10_000, 5000]);
});

test('a dispute takes a share out of a payout that was not sent, and cancels one that held nothing else', async () => {
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

test('what was refunded of a disputed payment waits with the share and takes nothing from other earnings', async () => {
  const paid = await partnerShare(50_000);
  await world.books.refund(paid, { at: now(), cents: 10_000 });
  await world.books.dispute(paid, { at: now(), isOpen: true });
  await world.earn(102, 2000);
  await world.prepare();
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 2000 }]);
});

test('a run that was prepared before the dispute leaves the payout out', async () => {
  const paid = await partnerShare(50_000);
  await world.earn(102, 2000);
  await world.prepare();
  const run = (await world.prepareRun()).json<{ run: { id: number } }>();
  await world.books.dispute(paid, { at: now(), isOpen: true });
  const released = await world.release(run.run.id);
  expect(released.statusCode).toBe(409);
  expect(await world.unsent(102)).toMatchObject([{ amountCents: 2000 }]);
});
