const many = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A waiting time for people: rounded up, so it is never too short. */
export function waitWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= 90) return many(whole, 'second');
  if (whole <= 90 * 60) return many(Math.ceil(whole / 60), 'minute');
  return many(Math.ceil(whole / 3600), 'hour');
}
