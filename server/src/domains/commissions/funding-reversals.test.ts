import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LenderEvent } from '@lintel/contract/lenders/events';
import { Books } from '../../../test/commissions.ts';
import { recordLenderEvent } from '../applications/index.ts';
import { bookMonth } from './monthly.ts';

let books: Awaited<ReturnType<typeof Books.open>>;
beforeAll(async () => {
  books = await Books.open('2026-05-01T12:00:00Z');
});
afterAll(() => books.close());

const march = '2026-03-10T15:00:00Z';
const april = '2026-04-10T15:00:00Z';

/** A deal, funded by stages, with its lender's reversals. */
async function deal(stages: { at: string; cents: number }[]) {
  const contractor = await books.contractor();
  const [first, ...more] = stages;
  const id = await books.deal(contractor, {
    fundedAt: first?.at ?? march,
    cents: first?.cents ?? 0,
  });
  await books.db.execute(sql`update applications set completed_at = ${march} where id = ${id}`);
  const later: number[] = [];
  for (const [index, stage] of more.entries()) {
    later.push(await books.funding(contractor, id, { ...stage, number: index + 2 }));
    await books.db.execute(
      sql`update offers set funded_amount_cents = funded_amount_cents + ${stage.cents} where id = ${id}`,
    );
  }
  let events = 0;
  const reverse = (dollars: number, createdAt = april) => {
    events += 1;
    const event: LenderEvent = {
      id: `reversal-${id}-${events}`,
      type: 'funding.reversed',
      application: `r${id}`,
      offer: `o${id}`,
      createdAt,
      amount: dollars,
      reason: '',
    };
    return recordLenderEvent(books.context, 'webhook', event);
  };
  const rows = async () =>
    (await books.booked())
      .filter(({ contractorId }) => contractorId === contractor)
      .map(({ source, amountCents, month }) => [source, amountCents, month]);
  return { id, later, reverse, rows, contractor };
}

const reopen = (month: string) =>
  books.db.execute(sql`delete from commission_runs where month = ${`${month}-01`}`);

test('each stage earns in the month of its date, the first under the number of its offer', async () => {
  const { id, later, rows } = await deal([
    { at: march, cents: 1_000_000 },
    { at: april, cents: 500_000 },
  ]);
  await bookMonth(books.context, '2026-03');
  await bookMonth(books.context, '2026-04');
  expect(await rows()).toEqual([
    [`offer:${id}`, 10_000, '2026-03-01'],
    [`offer:${id}:${later[0]}`, 5000, '2026-04-01'],
  ]);
  expect(await books.differences()).toEqual([]);
});

test('a reversal after booking takes back its share, on the day that it arrived', async () => {
  await reopen('2026-03');
  const { id, reverse, rows } = await deal([{ at: march, cents: 1_000_000 }]);
  await bookMonth(books.context, '2026-03');
  // Its own date is in a month that is closed.
  await reverse(2500, march);
  await reverse(3333.33, march);
  const all = await rows();
  expect(all).toHaveLength(3);
  expect(all[1]).toEqual([expect.stringMatching(`^offer:${id}:reversal:`), -2500, '2026-05-01']);
  expect(all.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(4167);
  await reverse(4166.67);
  expect((await rows()).reduce((sum, row) => sum + Number(row[1]), 0)).toBe(0);
  expect(await books.differences()).toEqual([]);
  const booked = await books.booked();
  const origin = booked.find(({ source }) => source === `offer:${id}`);
  for (const one of booked.filter(({ source }) => source.startsWith(`offer:${id}:reversal`)))
    expect(one.reversesId).toBe(origin?.id);
});

test('a month that isn’t booked yet earns on what is left', async () => {
  await reopen('2026-03');
  const { id, reverse, rows } = await deal([{ at: march, cents: 1_000_000 }]);
  const whole = await deal([{ at: march, cents: 700_000 }]);
  await reverse(2500);
  await whole.reverse(7000);
  expect(await rows()).toEqual([]);
  await bookMonth(books.context, '2026-03');
  expect(await rows()).toEqual([[`offer:${id}`, 7500, '2026-03-01']]);
  expect(await whole.rows()).toEqual([]);
  await reverse(7500);
  expect((await rows()).reduce((sum, row) => sum + Number(row[1]), 0)).toBe(0);
});

test('a reversal takes from the latest stage first', async () => {
  await reopen('2026-03');
  await reopen('2026-04');
  const { id, later, reverse, rows } = await deal([
    { at: march, cents: 1_000_000 },
    { at: april, cents: 500_000 },
  ]);
  await bookMonth(books.context, '2026-03');
  await bookMonth(books.context, '2026-04');
  await reverse(6000);
  expect(
    (await rows()).slice(2).map(([source, cents]) => [String(source).split(':reversal')[0], cents]),
  ).toEqual([
    [`offer:${id}:${later[0]}`, -5000],
    [`offer:${id}`, -1000],
  ]);
});

test('a reversal in parallel to the booking of the month is never lost', async () => {
  for (let round = 0; round < 3; round += 1) {
    await reopen('2026-03');
    const { reverse, rows } = await deal([{ at: march, cents: 1_000_000 }]);
    await Promise.all([bookMonth(books.context, '2026-03'), reverse(4000)]);
    expect((await rows()).reduce((sum, row) => sum + Number(row[1]), 0)).toBe(6000);
  }
  expect(await books.differences()).toEqual([]);
});
