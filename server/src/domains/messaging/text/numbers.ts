import { createRequire } from 'node:module';
import type * as Numbers from 'libphonenumber-js/max';
import { minuteMs } from '@lintel/contract/core/durations';
import { areaZones } from './area-zones.ts';

const require = createRequire(import.meta.url);
/** The metadata of all countries are large, so they are loaded on first use. */
const numbers = (): typeof Numbers => require('libphonenumber-js/max');

/** The United States and its territories share a numbering plan and a law on texts. */
const here = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** `+13035550110` for a valid number of the United States; null for anything else. */
export function textNumber(phone: string): string | null {
  const number = numbers().parsePhoneNumberFromString(phone, 'US');
  return number?.isValid() === true && here.has(number.country ?? '') ? number.number : null;
}

/** `(303) 555-0110`. */
export const shownNumber = (number: string): string =>
  numbers().parsePhoneNumberFromString(number)?.formatNational() ?? number;

/** Texts are allowed in these minutes of the day: 47 CFR 64.1200(c)(1). */
const day = { begins: 8 * 60, ends: 21 * 60 } as const;

/** Minutes since midnight, local time. */
function localMinute(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

const isQuiet = (at: Date, zone: string): boolean => {
  const minute = localMinute(at, zone);
  return minute < day.begins || minute >= day.ends;
};

/** The next 8 am in a time zone, even across a clock change. */
function nextMorning(after: Date, zone: string): Date {
  const wait = (day.begins - localMinute(after, zone) + 1440) % 1440;
  const whole = Math.floor(after.getTime() / minuteMs) * minuteMs;
  const near = new Date(whole + wait * minuteMs);
  const off = day.begins - localMinute(near, zone);
  return new Date(near.getTime() + off * minuteMs);
}

const numberZones = (number: string, contractorZone: string): readonly string[] => [
  ...areaZones(number.slice(2, 5)),
  ...(contractorZone === '' ? [] : [contractorZone]),
];

/**
 * When a text may be sent to a number: `now`, or the next moment between 8 am and 9 pm in every
 * possible time zone of the number's area, and in the contractor's zone, where most of its
 * customers live. `contractorZone` is empty if unknown.
 */
export function nextTextTime(number: string, now: Date, contractorZone = ''): Date {
  const zones = numberZones(number, contractorZone);
  let at = now;
  for (;;) {
    const quiet = zones.find((zone) => isQuiet(at, zone));
    if (quiet === undefined) return at;
    at = nextMorning(at, quiet);
  }
}

/** Seconds until night begins in the first of these time zones. */
export function secondsLeftInDay(number: string, now: Date, contractorZone = ''): number {
  const left = numberZones(number, contractorZone).map((zone) => day.ends - localMinute(now, zone));
  return Math.max(60, Math.min(...left) * 60);
}
