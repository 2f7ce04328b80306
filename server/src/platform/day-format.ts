import { hourMs } from '@lintel/contract/core/durations';
import { dayIn } from '@lintel/contract/core/days';

/**
 * Returns the day, `yyyy-mm-dd` in `zone`, of many instants. Uses the calendar only once per hour,
 * and for every instant of an hour in which a day begins.
 */
export function dayFormat(zone: string): (instant: Date) => string {
  const known = new Map<number, string | null>();
  const ofHour = (hour: number): string | null => {
    const first = dayIn(new Date(hour * hourMs), zone);
    return first === dayIn(new Date((hour + 1) * hourMs - 1), zone) ? first : null;
  };
  return (instant) => {
    const hour = Math.floor(instant.getTime() / hourMs);
    let day = known.get(hour);
    if (day === undefined) known.set(hour, (day = ofHour(hour)));
    return day ?? dayIn(instant, zone);
  };
}
