import { describe, expect, it, vi } from 'vitest';
import { dayInZone } from './date-ranges.ts';
import { formatMoment } from './format-moment.ts';
import { setTimeZone } from './time-zone.ts';
import {
  formatBusinessDate,
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPhone,
  formatShortDate,
  formatSize,
  formatWholeMoney,
} from './format.ts';

describe('formats', () => {
  it('show a date as mm/dd/yyyy [ACC-512]', () => {
    expect(formatDate('2026-03-04')).toBe('03/04/2026');
    expect(formatDate('2026-03-04T18:00:00Z')).toBe('03/04/2026');
  });

  it('show a date as short month, day, and year in English [ADM-523]', () => {
    expect(formatShortDate('2026-03-04')).toBe('Mar 4, 2026');
  });

  it('show a size in its usual unit', () => {
    const sizes = [0, 900, 14_000, 3_400_000, 340_000_000, 5_000_000_000].map(formatSize);
    expect(sizes).toEqual(['0 bytes', '900 bytes', '14 KB', '3.2 MB', '324 MB', '4.7 GB']);
  });

  it('use the business time zone for the day of an instant', () => {
    expect(formatDate('2026-03-05T02:00:00Z')).toBe('03/04/2026');
    expect(formatShortDate('2026-03-05T02:00:00Z')).toBe('Mar 4, 2026');
  });

  it("use the contractor's time zone, except for the provider's own days", () => {
    const late = '2026-03-05T06:30:00Z';
    setTimeZone('Pacific/Honolulu');
    try {
      expect(formatDateTime(late)).toBe('03/04/2026, 8:30 PM HST');
      expect(formatMoment(late)).toBe('Mar 4, 2026, 8:30 PM HST');
      expect(dayInZone(new Date(late))).toBe('2026-03-04');
      expect(formatBusinessDate(late)).toBe('03/05/2026');
    } finally {
      setTimeZone(undefined);
    }
    expect(formatDateTime(late)).toBe('03/05/2026, 1:30 AM EST');
  });

  it("use the provider's time zone", async () => {
    const block = document.getElementById('brand') as HTMLElement;
    const usual = block.textContent;
    block.textContent = JSON.stringify({ ...JSON.parse(usual), timeZone: 'Asia/Tokyo' });
    vi.resetModules();
    const [format, ranges] = await Promise.all([import('./format.ts'), import('./date-ranges.ts')]);
    block.textContent = usual;
    vi.resetModules();
    expect(format.formatDate('2026-03-04T18:00:00Z')).toBe('03/05/2026');
    expect(ranges.dayInZone(new Date('2026-03-04T18:00:00Z'))).toBe('2026-03-05');
  });

  it('show money in US dollars with 2 decimals [ACC-513] [ADM-524]', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatMoney(-3)).toBe('-$3.00');
  });

  it('omit cents from whole dollars', () => {
    expect(formatWholeMoney(15_000)).toBe('$15,000');
  });

  it('show a phone number in groups of 3, 3, and 4', () => {
    expect(formatPhone('5551234567')).toBe('555-123-4567');
    expect(formatPhone('')).toBe('');
  });

  it('use singular and plural', () => {
    expect(formatCount(1, 'page', 'pages')).toBe('1 page');
    expect(formatCount(1200, 'page', 'pages')).toBe('1,200 pages');
    expect(formatCount(10_000, 'page', 'pages', true)).toBe('10,000+ pages');
  });
});

/** Staff screens and public pages use short month names. */
const shortMonth = [
  'audit/',
  'billing/plans/',
  'billing/sign-up/',
  'commissions/manage/',
  'contractors/',
  'dashboard/claim-list',
  'dashboard/flagged-list',
  'emails/',
  'identity/staff/',
  'leads/',
  'marketing/templates/',
  'legal/',
  'lenders/',
  'payouts/manage/',
  'payouts/review/',
  'privacy/',
  'settings/',
  'training/manage/',
];
/** Contractors' own screens in those folders. */
const ownScreens = 'contractors/onboarding/';

it('every contractor screen shows days as mm/dd/yyyy, through the one formatter [ACC-512]', () => {
  const sources = import.meta.glob<string>('../features/**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const screens = Object.entries(sources).filter(([path]) => !path.includes('.test.'));
  expect(screens.length).toBeGreaterThan(200);
  const others = screens
    .filter(([, source]) => /formatShortDate|formatMoment/.test(source))
    .map(([path]) => path.replace('../features/', ''))
    .filter(
      (path) => path.startsWith(ownScreens) || !shortMonth.some((place) => path.startsWith(place)),
    );
  expect(others).toEqual([]);
  // No other file formats whole days: these format month names and graph steps.
  const own = screens
    .filter(([, source]) => /toLocaleDateString|DateTimeFormat/.test(source))
    .map(([path]) => path.replace('../features/', ''));
  expect(own.toSorted()).toEqual([
    'applications/graphs/periods.ts',
    'commissions/months.ts',
    'dashboard/today/month-card.tsx',
    'payouts/labels.ts',
  ]);
});
