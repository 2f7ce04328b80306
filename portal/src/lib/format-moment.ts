import { timeText } from '@lintel/contract/core/days';
import { formatShortDate } from './format.ts';
import { shownTimeZone } from './time-zone.ts';

/** An ISO instant as `Nov 3, 2026, 2:05 PM EST`. */
export const formatMoment = (instant: string): string =>
  `${formatShortDate(instant)}, ${timeText(new Date(instant), shownTimeZone())}`;
