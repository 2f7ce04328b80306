import { businessTimeZone } from './brand.ts';

let shown = businessTimeZone;

/** The time zone of the screens: that of the contractor whose account is open, or the provider's. */
export const shownTimeZone = (): string => shown;

/** Follows the session, before its screens are drawn. */
export function showTimesIn(zone: string | undefined): void {
  shown = zone ?? businessTimeZone;
}
