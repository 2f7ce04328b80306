import { expect, test } from 'vitest';
import { listPeriods, unitFor } from './graphs.ts';

test.each([
  ['2026-03-01', '2026-03-01', 'day'],
  ['2026-03-01', '2026-03-31', 'day'],
  ['2026-03-01', '2026-04-01', 'week'],
  ['2026-01-01', '2026-07-02', 'week'],
  ['2026-01-01', '2026-07-03', 'month'],
])('the days from %s to %s are grouped by %s', (from, to, unit) => {
  expect(unitFor({ from, to })).toBe(unit);
});

const starts = (from: string, to: string, unit: 'day' | 'week' | 'month'): string[] =>
  listPeriods({ from, to }, unit).slice(0, -1);

test('makes one point per day, week from Sunday, or month, across year ends and short months', () => {
  expect(starts('2026-02-27', '2026-03-02', 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(starts('2026-12-23', '2027-01-04', 'week')).toEqual([
    '2026-12-20',
    '2026-12-27',
    '2027-01-03',
  ]);
  expect(starts('2026-11-30', '2027-03-01', 'month')).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
    '2027-03-01',
  ]);
});

test('the last period ends the day before the next would begin', () => {
  expect(listPeriods({ from: '2026-03-01', to: '2026-03-01' }, 'day')).toEqual([
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(listPeriods({ from: '2026-12-28', to: '2026-12-31' }, 'week').at(-1)).toBe('2027-01-03');
  expect(listPeriods({ from: '2026-12-05', to: '2026-12-31' }, 'month').at(-1)).toBe('2027-01-01');
});
