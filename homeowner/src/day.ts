import { locale } from './language.ts';

/** A day of the calendar, `yyyy-mm-dd`, in a sentence: `March 5, 2026`. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
