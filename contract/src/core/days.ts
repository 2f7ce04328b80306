const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of `instant`, `yyyy-mm-dd`, as a calendar on the wall in `timeZone` shows it. */
export function dayIn(instant: Date, timeZone: string): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  formats.set(timeZone, format);
  return format.format(instant);
}
