import { describe, expect, test } from 'vitest';
import { guaranteeStanding, type GuaranteeApplication } from './guarantee-window.ts';

const timeZone = 'America/New_York';
const year = { start: new Date('2026-01-10T15:00:00Z'), end: new Date('2027-01-10T15:00:00Z') };
const at = (text: string): Date => new Date(text);
const hours = (start: Date, count: number): Date => new Date(start.getTime() + count * 3_600_000);

let made = 0;
const one = (
  completedAt: Date,
  change: Partial<GuaranteeApplication> = {},
): GuaranteeApplication => {
  made += 1;
  return {
    id: made,
    homeowner: `${made}@example.com`,
    completedAt,
    answered: true,
    hasOffers: false,
    ...change,
  };
};
/** That many applications, one every `step` hours. */
const row = (
  count: number,
  start: Date,
  step = 24,
  change: Partial<GuaranteeApplication> = {},
): GuaranteeApplication[] =>
  Array.from({ length: count }, (_, index) => one(hours(start, index * step), change));
const standing = (applications: GuaranteeApplication[], now: string) =>
  guaranteeStanding(applications, { now: at(now), timeZone, year });

describe('the guarantee', () => {
  test('counts the applications of a 30-day window without a loan option', () => {
    const applications = [
      ...row(3, at('2026-02-01T16:00:00Z')),
      ...row(4, at('2026-03-20T16:00:00Z')),
    ];
    expect(standing(applications, '2026-04-01T16:00:00Z')).toMatchObject({
      count: 4,
      from: '2026-03-20',
      to: '2026-03-23',
    });
    expect(standing(applications, '2026-04-01T16:00:00Z').claimUntil).toBeNull();
  });

  test('can be claimed with 10 in a row, until 60 days after the last', () => {
    const applications = row(10, at('2026-03-01T16:00:00Z'), 72);
    const met = standing(applications, '2026-04-01T16:00:00Z');
    expect(met).toMatchObject({
      count: 10,
      from: '2026-03-01',
      to: '2026-03-28',
      claimUntil: '2026-05-27',
    });
    expect(met.ids).toEqual(applications.map(({ id }) => id));
    expect(standing(applications, '2026-05-28T03:59:00Z').claimUntil).toBe('2026-05-27');
    expect(standing(applications, '2026-05-28T04:00:00Z').claimUntil).toBeNull();
  });

  test('restarts after an application with a loan option', () => {
    const before = row(9, at('2026-03-01T16:00:00Z'));
    const applications = [
      ...before,
      one(at('2026-03-10T16:00:00Z'), { hasOffers: true }),
      ...row(2, at('2026-03-11T16:00:00Z')),
    ];
    expect(standing(applications, '2026-03-13T16:00:00Z')).toMatchObject({
      count: 2,
      endedOn: '2026-03-10',
      claimUntil: null,
    });
    expect(standing(applications.slice(0, 10), '2026-03-13T16:00:00Z')).toMatchObject({
      count: 0,
      endedOn: '2026-03-10',
    });
    expect(standing(applications, '2026-04-09T16:00:00Z')).toMatchObject({ endedOn: null });
  });

  test('waits for the lenders before it can be claimed', () => {
    const applications = [
      ...row(9, at('2026-03-01T16:00:00Z')),
      one(at('2026-03-12T16:00:00Z'), { answered: false }),
    ];
    expect(standing(applications, '2026-03-12T17:00:00Z')).toMatchObject({
      count: 10,
      waiting: 1,
      claimUntil: null,
    });
  });

  test('counts a homeowner once, regardless of how the address is spelled', () => {
    const twice = [
      one(at('2026-03-01T16:00:00Z'), { homeowner: 'Ann@Example.com' }),
      one(at('2026-03-02T16:00:00Z'), { homeowner: 'ann@example.com ' }),
    ];
    expect(
      standing([...twice, ...row(8, at('2026-03-03T16:00:00Z'))], '2026-03-12T16:00:00Z'),
    ).toMatchObject({
      count: 9,
      claimUntil: null,
    });
  });

  test('covers the subscription year alone', () => {
    const applications = [
      ...row(5, at('2026-01-05T16:00:00Z')),
      ...row(6, at('2026-01-10T16:00:00Z')),
    ];
    expect(standing(applications, '2026-01-20T16:00:00Z')).toMatchObject({
      count: 6,
      from: '2026-01-10',
    });
  });

  test.each([
    // Day 30 counts, day 31 doesn't, by calendar days in the business time zone.
    ['the 30th day', '2026-03-01T05:00:00Z', '2026-03-31T03:59:00Z', true],
    ['the day after', '2026-03-01T05:00:00Z', '2026-03-31T04:00:00Z', false],
    [
      'the last evening before summer time ends',
      '2026-10-03T04:00:00Z',
      '2026-11-02T04:59:00Z',
      true,
    ],
    ['midnight after summer time has ended', '2026-10-03T04:00:00Z', '2026-11-02T05:00:00Z', false],
    ['the end of February', '2026-01-30T05:00:00Z', '2026-03-01T04:59:00Z', true],
    [
      'the first of March after January 30th',
      '2026-01-30T05:00:00Z',
      '2026-03-01T05:00:00Z',
      false,
    ],
  ])('counts a tenth application on %s correctly', (_what, first, last, holds) => {
    const applications = [...row(9, at(first), 1), one(at(last))];
    expect(
      standing(applications, '2026-11-20T12:00:00Z').claimUntil !== null ||
        standing(applications, last).claimUntil !== null,
    ).toBe(holds);
  });

  test('handles leap days', () => {
    const leap = { start: at('2028-01-01T05:00:00Z'), end: at('2029-01-01T05:00:00Z') };
    const applications = [
      ...row(9, at('2028-01-31T05:00:00Z'), 1),
      one(at('2028-03-01T04:59:00Z')),
    ];
    expect(
      guaranteeStanding(applications, { now: at('2028-03-02T12:00:00Z'), timeZone, year: leap })
        .claimUntil,
    ).toBe('2028-04-29');
  });
});
