import { locale, timeZone } from './language.ts';

/** A calendar day, `yyyy-mm-dd`, as text: `March 5, 2026`. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** An instant as text: `March 5, 2026 at 1:00 PM EST`. */
export const momentText = (instant: string): string =>
  new Date(instant).toLocaleString(locale(), {
    timeZone: timeZone(),
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
