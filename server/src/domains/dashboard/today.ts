import { expiryOf } from '@lintel/contract/applications/progress';
import { mapValues } from '@lintel/contract/core/map-values';
import type { Answered } from '@lintel/contract/core/endpoint';
import {
  todayCounted,
  type MonthSoFar,
  type readToday as endpoint,
  type ToDo,
  type ToDos,
} from '@lintel/contract/dashboard';
import type { Context } from '../../platform/context.ts';
import { addMonths, dayIn, firstDayOf, lastDayOf, monthOf } from '../../platform/days.ts';
import { toDollars } from '../../platform/money.ts';
import {
  countNews,
  sumFunded,
  sumRequested,
  waitingOf,
  type Day,
  type DaySum,
  type Waiting,
} from './today-repository.ts';
import { readContractorZone } from '../contractors/index.ts';

type Kind = keyof ToDos;
const kinds = ['followUp', 'expiring', 'begin', 'choose', 'inform'] as const satisfies Kind[];

/** A contractor's news and pending work today. */
export async function readToday(
  { db, clock, config }: Context,
  contractorId: number,
  limit: number,
): Promise<Answered<typeof endpoint>> {
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const now = clock.now();
  const today = dayIn(now, timeZone);
  const day: Day = { contractorId, now, today, timeZone };
  const lastMonth = firstDayOf(monthOf(addMonths(firstDayOf(monthOf(today)), -1)));
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const [found, news, requested, funded] = await Promise.all([
    Promise.all(kinds.map(async (kind) => [kind, await waitingOf[kind](db, day)] as const)),
    countNews(db, day, yesterday),
    sumRequested(db, day, lastMonth),
    sumFunded(db, day, lastMonth),
  ]);
  const waiting = new Map<Kind, readonly Waiting[]>(found);
  return {
    today,
    news,
    toDo: mapValues(waitingOf, (_select, kind) => {
      const all = waiting.get(kind) ?? [];
      return {
        count: Math.min(all.length, todayCounted),
        isMore: all.length > todayCounted,
        items: all.slice(0, limit).map((one) => present(kind, one, timeZone)),
      };
    }),
    requested: monthOfDays(requested, today),
    funded: monthOfDays(funded, today),
  };
}

const present = (kind: Kind, row: Waiting, timeZone: string): ToDo => ({
  applicationId: row.id,
  name: row.name,
  phone: row.phone,
  amount: row.amountCents === null ? null : toDollars(row.amountCents),
  since: row.since.toISOString(),
  until: untilOf(kind, row, timeZone),
  note: kind === 'followUp' ? row.note : '',
});

/** The item's last day. Offers that a lender labeled Qualified don't expire. */
function untilOf(kind: Kind, { dueOn, note, since }: Waiting, timeZone: string): string | null {
  if (kind === 'followUp') return dueOn;
  const expires = (kind === 'expiring' || kind === 'inform') && note !== 'qualified';
  return expires ? dayIn(expiryOf(since), timeZone) : null;
}

/** Daily sums of the current month to date, and of the full previous month. */
export function monthOfDays(sums: readonly DaySum[], today: string): MonthSoFar {
  const byDay = new Map(sums.map((one) => [one.day, one]));
  const upTo = (last: string): DaySum[] =>
    Array.from({ length: Number(last.slice(-2)) }, (_, index) => {
      const day = `${monthOf(last)}-${String(index + 1).padStart(2, '0')}`;
      return byDay.get(day) ?? { day, cents: 0, count: 0 };
    });
  const days = upTo(today);
  // The same day of the previous month, or its last day if shorter.
  const sameDay = addMonths(today, -1);
  const before = upTo(lastDayOf(monthOf(sameDay)));
  const lastSoFar = before.filter(({ day }) => day <= sameDay);
  return {
    days: days.map((one) => toDollars(one.cents)),
    lastDays: before.map((one) => toDollars(one.cents)),
    soFar: dollarsOf(days),
    lastSoFar: dollarsOf(lastSoFar),
    count: countOf(days),
    lastCount: countOf(lastSoFar),
  };
}

const dollarsOf = (days: readonly DaySum[]): number =>
  toDollars(days.reduce((sum, { cents }) => sum + cents, 0));
const countOf = (days: readonly DaySum[]): number =>
  days.reduce((sum, { count }) => sum + count, 0);
