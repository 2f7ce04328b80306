import { expect, test } from 'vitest';
import { dayFormat } from './day-format.ts';

test.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/St_Johns'])(
  'the days of many instants in %s match the calendar, including clock changes',
  (zone) => {
    const dayOf = dayFormat(zone);
    const calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    for (const start of ['2026-03-07T00:00:00Z', '2026-10-31T00:00:00Z', '2025-12-31T00:00:00Z']) {
      for (let minute = 0; minute < 3 * 1440; minute += 7) {
        const instant = new Date(Date.parse(start) + minute * 60_000);
        expect(dayOf(instant)).toBe(calendar.format(instant));
      }
    }
  },
);
