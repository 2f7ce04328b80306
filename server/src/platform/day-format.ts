import { dayIn } from '@lintel/contract/core/days';

const hourMs = 3_600_000;

/** `2026-03-05T17`: the hour of an instant in ISO 8601. */
const hourLength = 13;

/**
 * Gives the day, `yyyy-mm-dd` in `zone`, of many instants in ISO 8601, UTC. The calendar is asked
 * only once for each hour, and for every instant of an hour in which a day begins.
 */
export function dayFormat(zone: string): (instant: string) => string {
  const known = new Map<string, string | null>();
  const ofHour = (hour: string): string | null => {
    const start = Date.parse(`${hour}:00:00Z`);
    const first = dayIn(new Date(start), zone);
    return first === dayIn(new Date(start + hourMs - 1), zone) ? first : null;
  };
  return (instant) => {
    const hour = instant.slice(0, hourLength);
    let day = known.get(hour);
    if (day === undefined) known.set(hour, (day = ofHour(hour)));
    return day ?? dayIn(new Date(instant), zone);
  };
}
