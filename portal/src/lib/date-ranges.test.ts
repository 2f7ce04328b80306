import { describe, expect, it } from 'vitest';
import { keysOf } from '@lintel/contract/core/map-values';
import {
  addMonths,
  dayNamed,
  rangeLabels,
  rangeNamed,
  dateRange,
  dayInZone,
} from './date-ranges.ts';

const noon = new Date('2026-11-21T17:00:00Z');

describe('the date range selector', () => {
  it('offers every period by name [ACC-511]', () => {
    expect(Object.values(rangeLabels)).toEqual([
      'All time',
      'Last year',
      'This year',
      'Last 365 days',
      'Last 30 days',
      'Last 7 days',
      'Last month',
      'Last week',
      'Yesterday',
      'Today',
      'Custom',
    ]);
  });

  it('converts each period to its days, including today [ACC-511]', () => {
    const days = (option: keyof typeof rangeLabels): string =>
      Object.values(dateRange(option, noon)).join(' ');
    expect(days('last-365')).toBe('2025-11-22 2026-11-21');
    expect(days('last-30')).toBe('2026-10-23 2026-11-21');
    expect(days('last-7')).toBe('2026-11-15 2026-11-21');
    expect(days('last-month')).toBe('2026-10-01 2026-10-31');
    expect(days('last-week')).toBe('2026-11-08 2026-11-14');
    expect(days('yesterday')).toBe('2026-11-20 2026-11-20');
    expect(days('today')).toBe('2026-11-21 2026-11-21');
    expect(days('last-year')).toBe('2025-01-01 2025-12-31');
    expect(days('this-year')).toBe('2026-01-01 2026-12-31');
  });

  it('matches any spelling of its name in an address', () => {
    const options = keysOf(rangeLabels);
    for (const name of ['last-30', 'Last30Days', 'last 30 days'])
      expect(rangeNamed(options, name)).toBe('last-30');
    expect([
      rangeNamed(options, 'Custom'),
      rangeNamed(options, 'all'),
      rangeNamed(options, 'next-year'),
      rangeNamed(options, 30),
    ]).toEqual(['custom', 'all', undefined, undefined]);
    expect([
      dayNamed('2026-02-28'),
      dayNamed('02/28/2026'),
      dayNamed('2026-02-30'),
      dayNamed(undefined),
    ]).toEqual(['2026-02-28', '2026-02-28', undefined, undefined]);
  });

  it('leaves all time open at both ends', () => {
    expect(dateRange('all', noon)).toEqual({ from: null, to: null });
  });

  it('starts a custom range three months back', () => {
    expect(dateRange('custom', noon)).toEqual({ from: '2026-08-21', to: '2026-11-21' });
  });

  it('uses the business time zone for today', () => {
    const evening = new Date('2027-01-01T02:00:00Z');
    expect(dayInZone(evening)).toBe('2026-12-31');
    expect(dateRange('last-month', evening)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(dayInZone(evening, 'Asia/Tokyo')).toBe('2027-01-01');
  });

  it('clamps to the last day of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2026-01-15', -3)).toBe('2025-10-15');
  });
});
