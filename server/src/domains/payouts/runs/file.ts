import type { Context } from '../../../platform/context.ts';
import { dayMs } from '@lintel/contract/core/durations';
import type { Config } from '../../../platform/config.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { dollarsText } from '../../../platform/money.ts';
import { listText } from '../notices.ts';
import { openVault } from '../vault.ts';
import { entryLine, nachaFile, formatTrace, type Entry, type Sender } from './nacha.ts';
import { byContractor, countReleasedSince, type DueRow } from './repository.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): string => date.toISOString().slice(0, 10);
const next = (day: string, by = 1): string => toDay(new Date(at(day).getTime() + by * dayMs));

/** The `which`-th `weekday` (0 is Sunday) of a month, 1 to 12; the last one for -1. */
function nthWeekday(year: number, month: number, weekday: number, which: number): string {
  if (which === -1) {
    const last = new Date(Date.UTC(year, month, 0));
    return next(toDay(last), -((last.getUTCDay() - weekday + 7) % 7));
  }
  const first = new Date(Date.UTC(year, month - 1, 1));
  return next(toDay(first), ((weekday - first.getUTCDay() + 7) % 7) + (which - 1) * 7);
}

/**
 * A holiday on a Sunday is observed on Monday; the Federal Reserve doesn't observe one on a
 * Saturday.
 */
const observedHoliday = (day: string): string => (at(day).getUTCDay() === 0 ? next(day) : day);

/** The days on which the Federal Reserve Banks are closed, in addition to weekends. */
export const federalHolidays = (year: number): string[] => [
  ...['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => observedHoliday(`${year}-${day}`)),
  nthWeekday(year, 1, 1, 3),
  nthWeekday(year, 2, 1, 3),
  nthWeekday(year, 5, 1, -1),
  nthWeekday(year, 9, 1, 1),
  nthWeekday(year, 10, 1, 2),
  nthWeekday(year, 11, 4, 4),
];

const isBankingDay = (day: string): boolean =>
  ![0, 6].includes(at(day).getUTCDay()) && !federalHolidays(Number(day.slice(0, 4))).includes(day);

/** The first banking day after `day`, `yyyy-mm-dd`. */
export function bankingDayAfter(day: string): string {
  let found = next(day);
  while (!isBankingDay(found)) found = next(found);
  return found;
}

/**
 * Our identification at the bank; without settings, a sandbox bank to which no file should be sent.
 */
const fileSender = (config: Config): Sender => ({
  destination: config.NACHA_DESTINATION,
  destinationName: config.NACHA_DESTINATION_NAME,
  origin: config.NACHA_ORIGIN,
  originName: config.NACHA_ORIGIN_NAME ?? config.BRAND_NAME,
  companyId: config.NACHA_COMPANY_ID,
  companyName: config.NACHA_COMPANY_NAME ?? config.BRAND_NAME,
});

/** An entry of the bank's file, and the payouts of one contractor that it pays. */
export interface RunEntry {
  entry: Entry;
  rows: DueRow[];
}

/** A contractor, or a payout, that is excluded from a run. */
export interface LeftOut {
  companyName: string;
  amountCents: number;
}

/** The sentence about excluded contractors; empty when there are none. */
export const leftOutText = (leftOut: readonly LeftOut[]): string =>
  leftOut.length === 0
    ? ''
    : `Left out: ${listText(leftOut.map(({ companyName, amountCents }) => `${companyName} (${dollarsText(amountCents)})`))}.`;

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The file's modifier on its day; wraps around after 36 runs. */
const fileModifier = (earlierToday: number): string =>
  modifiers.charAt(earlierToday % modifiers.length);

export const sumDue = (due: readonly DueRow[]): number =>
  due.reduce((sum, { payout }) => sum + payout.amountCents, 0);

/**
 * Payouts as bank file entries, one per contractor, ordered by first payout. `unpaid` lists, by
 * contractor, those in `failed`, with unreadable bank details, or with an entry that the bank's
 * format rejects.
 */
export async function buildEntries(
  context: Context,
  due: readonly DueRow[],
  failed: ReadonlySet<number>,
): Promise<{ entries: RunEntry[]; unpaid: DueRow[][] }> {
  const sender = fileSender(context.config);
  const entries: RunEntry[] = [];
  const payees = [...byContractor(due, ({ payout }) => payout.contractorId)];
  const refused = await oneByOne(
    payees.filter(([contractorId]) => !failed.has(contractorId)),
    {
      log: context.log,
      work: async ([, rows]) => {
        const entry = buildEntry(context, rows);
        entryLine(sender, entry);
        entries.push({ entry, rows });
      },
      failed: ([contractorId]) => exclusionMessage(contractorId),
    },
  );
  const unpaid = payees
    .filter((payee) => failed.has(payee[0]) || refused.includes(payee))
    .map(([, rows]) => rows);
  return { entries, unpaid };
}

/** The log message for a contractor excluded from a run. */
export const exclusionMessage = (contractorId: number): string =>
  `Contractor ${contractorId} was left out of a payout run`;

/**
 * A Social Security number makes it a payment to a person; so does a missing tax number, because
 * the payee may be a person.
 */
function buildEntry(context: Context, rows: readonly DueRow[]): Entry {
  const vault = openVault(context);
  const [first] = rows;
  if (first === undefined) throw new Error('An entry pays at least one payout');
  const { payout, method, isSsn } = first;
  return {
    routing: vault.open('routing', method.contractorId, method.routingSealed),
    account: vault.open('account', method.contractorId, method.accountSealed),
    accountType: method.accountType,
    standard: isSsn === false ? 'CCD' : 'PPD',
    amountCents: sumDue(rows),
    receiverId: String(payout.contractorId),
    receiverName: method.accHolderName,
    sequence: payout.id,
  };
}

/** The bank file, created at `at` and encrypted for its run, and its effective banking day. */
export async function sealedFile(
  tx: Database,
  context: Context,
  { runId, at, entries }: { runId: number; at: Date; entries: readonly RunEntry[] },
): Promise<{ fileSealed: string; effectiveOn: string }> {
  const { BUSINESS_TIME_ZONE: timeZone, NACHA_DESCRIPTION: description } = context.config;
  const day = dayIn(at, timeZone);
  const effectiveOn = bankingDayAfter(day);
  const modifier = fileModifier(await countReleasedSince(tx, day, timeZone));
  const time = at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const text = nachaFile(
    fileSender(context.config),
    { day, time, effectiveOn, modifier, description },
    entries.map(({ entry }) => entry),
  );
  return { fileSealed: openVault(context).seal('run', runId, text), effectiveOn };
}

/** The trace number by which a bank identifies an entry. */
export const traceNumberOf = ({ config }: Context, sequence: number): string =>
  formatTrace(fileSender(config), sequence);
