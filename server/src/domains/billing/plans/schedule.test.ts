import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMonths,
  installmentAmount,
  discounted,
  dueAt,
  installmentPeriod,
  termAt,
  termPeriod,
} from './schedule.ts';

const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2060-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const installments = fc.integer({ min: 1, max: 24 });
const day = (at: Date): string => at.toISOString().slice(0, 10);
const at = (text: string): Date => new Date(`${text}T09:30:00Z`);

test('the installments of a year add up to its discounted price, and only the first is larger', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.integer({ min: 0, max: 100 }),
      installments,
      (price, percent, n) => {
        const total = discounted(price, percent);
        const parts = Array.from({ length: n }, (_, index) =>
          installmentAmount(total, n, index + 1),
        );
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true);
        expect(new Set(parts.slice(1)).size).toBeLessThanOrEqual(1);
        expect(parts[0]! - parts.at(-1)!).toBeLessThan(n);
        expect(parts[0]).toBeGreaterThanOrEqual(parts.at(-1)!);
        expect(Math.abs(total - (price * (100 - percent)) / 100)).toBeLessThanOrEqual(0.5);
      },
    ),
  );
});

test('the installments of a year start on its first day, and each period begins where the previous one ends', () => {
  fc.assert(
    fc.property(moment, installments, fc.integer({ min: 1, max: 30 }), (startedAt, n, term) => {
      const year = { startedAt, term, installments: n };
      const { start, end } = termPeriod(startedAt, term);
      expect(dueAt(year, 1)).toEqual(start);
      let before = start;
      for (let installment = 1; installment <= n; installment += 1) {
        const period = installmentPeriod(year, installment);
        expect(period.start).toEqual(before);
        expect(period.end.getTime()).toBeGreaterThan(period.start.getTime());
        before = period.end;
      }
      expect(before).toEqual(end);
      expect(termPeriod(startedAt, term + 1).start).toEqual(end);
    }),
  );
});

test('the installments are spread evenly: the periods of a year differ by at most four days', () => {
  fc.assert(
    fc.property(moment, installments, (startedAt, n) => {
      const lengths = Array.from({ length: n }, (_, index) => {
        const { start, end } = installmentPeriod(
          { startedAt, term: 1, installments: n },
          index + 1,
        );
        return (end.getTime() - start.getTime()) / 86_400_000;
      });
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(4);
    }),
  );
});

test('a date keeps its day and time, or is the last day of a shorter month', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 400 }), (from, months) => {
      const moved = addMonths(from, months);
      expect(
        (moved.getUTCFullYear() - from.getUTCFullYear()) * 12 +
          moved.getUTCMonth() -
          from.getUTCMonth(),
      ).toBe(months);
      expect(moved.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
      if (moved.getUTCDate() !== from.getUTCDate()) {
        expect(moved.getUTCDate()).toBeLessThan(from.getUTCDate());
        expect(new Date(moved.getTime() + 86_400_000).getUTCDate()).toBe(1);
      }
    }),
  );
});

test('a subscription begun on the 31st is due on the last day of each month', () => {
  const year = { startedAt: at('2025-08-31'), term: 1, installments: 12 };
  const due = Array.from({ length: 12 }, (_, index) => day(dueAt(year, index + 1)));
  expect(due.slice(0, 8)).toEqual([
    '2025-08-31',
    '2025-09-30',
    '2025-10-31',
    '2025-11-30',
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
  ]);
  expect(day(dueAt({ ...year, term: 3 }, 7))).toBe('2028-02-29');
});

test('a subscription begun on a leap day is renewed on the 28th, and on the 29th in the next leap year', () => {
  const startedAt = at('2024-02-29');
  expect([1, 2, 3, 4, 5].map((term) => day(termPeriod(startedAt, term).start))).toEqual([
    '2024-02-29',
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ]);
});

test('installments that don’t divide the year into months are spread by days', () => {
  const year = { startedAt: at('2026-01-01'), term: 1, installments: 5 };
  expect([1, 2, 3, 4, 5].map((installment) => day(dueAt(year, installment)))).toEqual([
    '2026-01-01',
    '2026-03-15',
    '2026-05-27',
    '2026-08-08',
    '2026-10-20',
  ]);
});

test('the remaining cents of $100 in 12 installments are in the first', () => {
  expect(
    Array.from({ length: 12 }, (_, index) => installmentAmount(10_000, 12, index + 1)),
  ).toEqual([837, ...Array<number>(11).fill(833)]);
  expect(discounted(10_005, 10)).toBe(9004);
});

test('the year of a date follows from the subscription’s start', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 12_000 }), (startedAt, days) => {
      const now = new Date(startedAt.getTime() + days * 86_400_000);
      const { start, end } = termPeriod(startedAt, termAt(startedAt, now));
      expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(end.getTime()).toBeGreaterThan(now.getTime());
    }),
  );
});
