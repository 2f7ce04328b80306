import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesInWords, shareOut, simulateShares, totalPercent, type Share } from './shares.ts';

/** Percentages of one to twelve owners that add up to 100. */
const percents = fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 11 }).map((cuts) => {
  const places = [0, ...new Set(cuts.toSorted((one, other) => one - other)), 100];
  return places.slice(1).map((place, index) => place - (places[index] ?? 0));
});
const setOf = (given: readonly number[]): Share[] =>
  given.map((percent, index) => ({ id: index + 1, percent, credit: 0 }));

describe('sharing leads out', () => {
  it('gives each owner the share to within one lead, after any number of leads', () => {
    fc.assert(
      fc.property(percents, fc.integer({ min: 1, max: 400 }), (given, count) => {
        const got = given.map(() => 0);
        let furthest = 0;
        simulateShares(setOf(given), count).forEach((owner, index) => {
          got[owner - 1] = (got[owner - 1] ?? 0) + 1;
          const away = given.map((percent, at) =>
            Math.abs((got[at] ?? 0) - (percent * (index + 1)) / 100),
          );
          furthest = Math.max(furthest, ...away);
        });
        expect(furthest).toBeLessThan(1);
      }),
      { numRuns: 300 },
    );
  });

  it('is exact after a hundred leads, with all credits at zero', () => {
    fc.assert(
      fc.property(percents, (given) => {
        let now = setOf(given);
        for (let lead = 0; lead < 100; lead += 1) now = shareOut(now)?.shares ?? [];
        expect(now.map(({ credit }) => credit)).toEqual(given.map(() => 0));
      }),
      { numRuns: 100 },
    );
  });

  it('any run in between is within two leads of the share', () => {
    fc.assert(
      fc.property(percents, fc.nat(200), fc.integer({ min: 1, max: 200 }), (given, from, count) => {
        const run = simulateShares(setOf(given), from + count).slice(from);
        given.forEach((percent, at) => {
          const got = run.filter((owner) => owner === at + 1).length;
          expect(Math.abs(got - (percent * count) / 100)).toBeLessThan(2);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('resumes where it stopped, and skips an owner without a share', () => {
    const half = setOf([50, 50, 0]);
    const first = shareOut(half);
    const second = shareOut(first?.shares ?? []);
    expect([first?.ownerId, second?.ownerId]).toEqual([1, 2]);
    expect(simulateShares(half, 4)).toEqual([1, 2, 1, 2]);
    expect(simulateShares(setOf([100]), 3)).toEqual([1, 1, 1]);
  });

  it('assigns no leads while the shares don’t add up to 100%', () => {
    expect(shareOut([])).toBeNull();
    expect(shareOut(setOf([60, 30]))).toBeNull();
    expect(simulateShares(setOf([60, 50]), 5)).toEqual([]);
    expect(totalPercent(setOf([60, 30]))).toBe(90);
  });
});

it('shows in words how much of a set is distributed', () => {
  expect([0, 30, 100, 101].map(sharesInWords)).toEqual([
    'Please distribute the leads among lead owners',
    '30% of leads are distributed, please distribute the rest 70%',
    '100% of leads are distributed',
    'The number of distributed leads cannot exceed 100%',
  ]);
});
