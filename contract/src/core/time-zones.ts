import { keysOf } from './map-values.ts';
import { addressStates } from './us-states.ts';

/** The time zones a contractor can choose: IANA name to common name. */
export const timeZones = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona (no daylight saving time)',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'America/Adak': 'Aleutian Islands',
  'Pacific/Honolulu': 'Hawaii Time',
  'America/Puerto_Rico': 'Atlantic Time (Puerto Rico)',
  'Pacific/Guam': 'Guam',
} as const;
export type TimeZone = keyof typeof timeZones;
export const timeZoneNames = keysOf(timeZones);
/** A contractor's options: empty uses the zone of its address. */
export const timeZoneChoices = ['', ...timeZoneNames] as const;

/** Each state's most populous time zone. */
const statesByZone: Partial<Record<TimeZone, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
};

/**
 * First three digits of ZIP codes in a different zone than most of their state, and those of the
 * territories. A prefix on both sides of a boundary counts for the side with more people. Source:
 * 49 CFR 71 (time zone boundaries) and the Postal Service's list of prefixes (L002).
 */
const prefixesByZone: Partial<Record<TimeZone, string>> = {
  // Eastern Tennessee.
  'America/New_York': '373 374 376 377 378 379',
  // The Florida Panhandle, northwestern and southwestern Indiana, western Kentucky.
  'America/Chicago': '324 325 463 464 476 477 420 421 422 423 424',
  // El Paso; western Nebraska, South Dakota, and North Dakota; Malheur County in Oregon.
  'America/Denver': '798 799 885 691 693 577 586 979',
  // Northern Idaho.
  'America/Los_Angeles': '835 838',
  'America/Puerto_Rico': '006 007 008 009',
  'Pacific/Guam': '969',
};

const byWord = (lists: Partial<Record<TimeZone, string>>): ReadonlyMap<string, TimeZone> =>
  new Map(
    timeZoneNames.flatMap((zone) =>
      (lists[zone]?.split(' ') ?? []).map((word) => [word, zone] as const),
    ),
  );
const zoneByState = byWord(statesByZone);
const zoneByPrefix = byWord(prefixesByZone);

const stateByName: ReadonlyMap<string, string> = new Map(
  keysOf(addressStates).map((code) => [addressStates[code].toLowerCase(), code] as const),
);

/**
 * The zone of the state at the end of an address without ZIP code: `Denver, CO`, `Austin Texas`.
 */
function zoneAtEnd(line: string): TimeZone | undefined {
  const words = line.split(/[\s,.]+/).filter(Boolean);
  const byCode = zoneByState.get(words.at(-1) ?? '');
  if (byCode !== undefined) return byCode;
  const names = [3, 2, 1].map((count) => words.slice(-count).join(' ').toLowerCase());
  const state = names.map((name) => stateByName.get(name)).find((found) => found !== undefined);
  return zoneByState.get(state ?? '');
}

/**
 * The time zone of a one-line postal address, from its ZIP code and state. Null without a state,
 * unless the ZIP code's prefix is in the list above.
 */
export function zoneFromAddress(address: string): TimeZone | null {
  const line = address.trim().replace(/[\s,.]+(?:USA?|United States)\.?$/i, '');
  const zip = /(?:^|[\s,])(\d{5})(?:-?\d{4})?$/.exec(line);
  const place = zip === null ? line : line.slice(0, zip.index);
  const byZip = zoneByPrefix.get(zip?.[1]?.slice(0, 3) ?? '');
  // Lowercase codes count only before a ZIP code: `la` and `in` are words.
  return byZip ?? zoneAtEnd(zip === null ? place : place.toUpperCase()) ?? null;
}

/** The sources of a contractor's zone: its choice, or else its address. */
export interface ContractorLocation {
  timeZone: string;
  companyAddress: string;
}

/** A contractor's time zone; `fallback` is the provider's. */
export const contractorZone = (
  { timeZone, companyAddress }: ContractorLocation,
  fallback: string,
): string => timeZone || zoneFromAddress(companyAddress) || fallback;
