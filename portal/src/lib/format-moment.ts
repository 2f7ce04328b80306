import { businessTimeZone } from './brand.ts';

/** An ISO instant as `Nov 3, 2026, 2:05 PM`, in the business's time zone. */
export const formatMoment = (instant: string): string =>
  new Date(instant).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: businessTimeZone,
  });
