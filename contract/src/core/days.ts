const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of `instant` in `timeZone`, `yyyy-mm-dd`. */
export function dayIn(instant: Date, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  formats.set(timeZone, format);
  return format.format(instant);
}

/** The time of day with its zone: `3:05 PM CST`. */
export const timeText = (instant: Date, timeZone: string): string =>
  instant.toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
