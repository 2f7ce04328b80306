import { expect, test } from 'vitest';
import { isTooMuch, Pressure, urgencies, type Measured } from './pressure.ts';

const busy: Measured = { utilization: 1, underWay: 200, waiting: 0 };
const calm: Measured = { utilization: 0.4, underWay: 20, waiting: 0 };

test('too much is a queue while the loop never rests or the database is all taken; a slow machine alone is not', () => {
  expect(isTooMuch(busy)).toBe(true);
  expect(isTooMuch({ utilization: 0.5, underWay: 200, waiting: 40 })).toBe(true);
  expect(isTooMuch({ utilization: 1, underWay: 10, waiting: 0 })).toBe(false);
  expect(isTooMuch({ utilization: 0.5, underWay: 200, waiting: 0 })).toBe(false);
  expect(isTooMuch(calm)).toBe(false);
});

/** The parts of a hundred requests of each kind that are refused now. */
const refusedOf = (pressure: Pressure): number[] =>
  urgencies.map(
    (urgency) =>
      Array.from({ length: 100 }, () => pressure.refuses(urgency)).filter(Boolean).length,
  );

test('what is less urgent is refused first, and nothing of a kind before all of the one below', () => {
  const pressure = new Pressure();
  expect(refusedOf(pressure)).toEqual([0, 0, 0, 0, 0]);
  const seen: number[][] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    pressure.note(busy);
    seen.push(refusedOf(pressure));
  }
  expect(seen[0]).toEqual([25, 0, 0, 0, 0]);
  expect(seen[5]).toEqual([100, 50, 0, 0, 0]);
  for (const parts of seen)
    expect(
      parts.every((part, rank) => part === 0 || parts.slice(0, rank).every((one) => one === 100)),
    ).toBe(true);
  const last = seen.at(-1) ?? [];
  expect(last.slice(0, 4)).toEqual([100, 100, 100, 100]);
  // Some are always taken.
  expect(last[4]).toBeGreaterThan(80);
  expect(last[4]).toBeLessThan(95);
});

test('within ten seconds of calm nothing is refused any more, and reports are taken again last', () => {
  const pressure = new Pressure();
  for (let turn = 0; turn < 100; turn += 1) pressure.note(busy);
  let turns = 0;
  let before = refusedOf(pressure);
  while (pressure.now > 0) {
    pressure.note(calm);
    turns += 1;
    const now = refusedOf(pressure);
    expect(now.every((part, rank) => part <= (before[rank] ?? 0) + 1)).toBe(true);
    before = now;
  }
  // Five measurements a second.
  expect(turns / 5).toBeLessThan(10);
  expect(refusedOf(pressure)).toEqual([0, 0, 0, 0, 0]);
});
