import { businessTimeZone } from './brand.ts';

let shown = businessTimeZone;

/** The display time zone: that of the open contractor account, or the provider's. */
export const shownTimeZone = (): string => shown;

/** Follows the session, before its screens render. */
export function setTimeZone(zone: string | undefined): void {
  shown = zone ?? businessTimeZone;
}
