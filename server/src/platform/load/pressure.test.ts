import { expect, test } from 'vitest';
import { isTooMuch, Pressure, urgencies, type PressureReading } from './pressure.ts';

/** `count` requests of each kind, or of each from a kind on. */
const each = (count: number, from = 0): number[] =>
  urgencies.map((_, rank) => (rank < from ? 0 : count));
const busy: PressureReading = { utilization: 1, underWay: each(40), waiting: 0 };
const calm: PressureReading = { utilization: 0.4, underWay: each(4), waiting: 0 };

test('overload means a queue while the loop is busy or all database connections are taken, not just a slow machine', () => {
  expect(isTooMuch(busy)).toBe(true);
  expect(isTooMuch({ ...busy, utilization: 0.5, waiting: 40 })).toBe(true);
  expect(isTooMuch({ ...busy, underWay: each(2) })).toBe(false);
  expect(isTooMuch({ ...busy, utilization: 0.5 })).toBe(false);
  expect(isTooMuch(calm)).toBe(false);
});

/** The current rejections of each kind out of a hundred requests. */
const refusedOf = (pressure: Pressure): number[] =>
  urgencies.map(
    (urgency) =>
      Array.from({ length: 100 }, () => pressure.refuses(urgency)).filter(Boolean).length,
  );

test('rejects the least urgent first, and no kind before all of the one below', () => {
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
  // Some are always accepted.
  expect(last[4]).toBeGreaterThan(80);
  expect(last[4]).toBeLessThan(95);
});

test('ten seconds after the load drops nothing is rejected anymore, and reports are accepted last', () => {
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
  // Five measurements per second.
  expect(turns / 5).toBeLessThan(10);
  expect(refusedOf(pressure)).toEqual([0, 0, 0, 0, 0]);
});

test('while all active requests are of kinds already being rejected, no other kind is, however long it takes', () => {
  const pressure = new Pressure();
  const reports = [250, 3, 3, 3, 3];
  for (let turn = 0; turn < 500; turn += 1) pressure.note({ ...busy, underWay: reports });
  expect(refusedOf(pressure)).toEqual([100, 0, 0, 0, 0]);
  // A fraction passes between two measurements, which doesn't raise the pressure further.
  for (let turn = 0; turn < 500; turn += 1)
    pressure.note(turn % 3 === 0 ? calm : { ...busy, underWay: reports });
  expect(pressure.now).toBeLessThanOrEqual(1);
  // With too many lists as well, lists are rejected, and nothing more.
  for (let turn = 0; turn < 500; turn += 1)
    pressure.note({ ...busy, underWay: [250, 250, 3, 3, 3] });
  expect(refusedOf(pressure)).toEqual([100, 100, 0, 0, 0]);
  for (let turn = 0; turn < 500; turn += 1) pressure.note({ ...busy, underWay: each(8, 1) });
  expect(refusedOf(pressure)).toEqual([100, 100, 0, 0, 0]);
  for (let turn = 0; turn < 500; turn += 1) pressure.note({ ...busy, underWay: each(40, 4) });
  expect(refusedOf(pressure).slice(0, 4)).toEqual([100, 100, 100, 100]);
});
