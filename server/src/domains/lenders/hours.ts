import { dayMs, minuteMs } from '@lintel/contract/core/durations';
import type { LenderHours } from '@lintel/contract/lenders/lender';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The weekday (1 is Monday) and `hh:mm` of an instant in a zone. */
function wallTime(at: Date, timeZone: string): { day: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: weekdays.indexOf(part('weekday')) + 1,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/**
 * When a lender with these hours next takes applications; null when it does now. Hours are in the
 * business's time zone.
 */
export function nextOpening(hours: LenderHours | null, now: Date, timeZone: string): Date | null {
  if (hours === null) return null;
  const isOpen = (at: Date): boolean => {
    const { day, time } = wallTime(at, timeZone);
    return hours.days.includes(day) && time >= hours.from && time < hours.until;
  };
  if (isOpen(now)) return null;
  // Minute by minute within the day that opens next, since offsets change at night.
  const step = 5 * minuteMs;
  const first = Math.ceil(now.getTime() / step) * step;
  for (let at = first; at <= now.getTime() + 8 * dayMs; at += step)
    if (isOpen(new Date(at))) return new Date(at);
  return null;
}
