import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { locale } from '../language.ts';

// Days and times are in the contractor's time zone, so that both parties see the same deadline day.
export type WithTimeZone = Pick<HomeownerApplication, 'timeZone'>;

export const formatDay = (time: string, { timeZone }: WithTimeZone): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone }).format(new Date(time));

export const formatMoment = (time: string, { timeZone }: WithTimeZone): string =>
  new Intl.DateTimeFormat(locale(), {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(time));
