import { expiryDate } from '@lintel/contract/applications/progress';
import { mapValues } from '@lintel/contract/core/map-values';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import {
  todayCounted,
  type MonthSoFar,
  type readToday as endpoint,
  type ToDo,
  type ToDos,
} from '@lintel/contract/dashboard';
import type { Context } from '../../platform/context.ts';
import { addMonths, dayIn, firstDayOfMonth, lastDayOfMonth, toMonth } from '../../platform/days.ts';
import { toDollars } from '../../platform/money.ts';
import {
  countNews,
  sumFunded,
  sumRequested,
  waitingQueries,
  type Day,
  type DaySum,
  type WaitingItem,
} from './today-repository.ts';
import { readContractorZone } from '../contractors/index.ts';

type Kind = keyof ToDos;
const kinds = ['followUp', 'expiring', 'begin', 'choose', 'inform'] as const satisfies Kind[];

/** A contractor's news and pending work today. */
export async function readToday(
  { db, clock, config }: Context,
  contractorId: number,
  limit: number,
): Promise<ResponseBody<typeof endpoint>> {
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const now = clock.now();
  const today = dayIn(now, timeZone);
  const day: Day = { contractorId, now, today, timeZone };
  const lastMonth = firstDayOfMonth(toMonth(addMonths(firstDayOfMonth(toMonth(today)), -1)));
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const [found, news, requested, funded] = await Promise.all([
    Promise.all(kinds.map(async (kind) => [kind, await waitingQueries[kind](db, day)] as const)),
    countNews(db, day, yesterday),
    sumRequested(db, day, lastMonth),
    sumFunded(db, day, lastMonth),
  ]);
  const waiting = new Map<Kind, readonly WaitingItem[]>(found);
  return {
    today,
    news,
    toDo: mapValues(waitingQueries, (_select, kind) => {
      const all = waiting.get(kind) ?? [];
      return {
        count: Math.min(all.length, todayCounted),
        isMore: all.length > todayCounted,
        items: all.slice(0, limit).map((one) => present(kind, one, timeZone)),
      };
    }),
    requested: sumMonth(requested, today),
    funded: sumMonth(funded, today),
  };
}

const present = (kind: Kind, row: WaitingItem, timeZone: string): ToDo => ({
  applicationId: row.id,
  name: row.name,
  phone: row.phone,
  amount: row.amountCents === null ? null : toDollars(row.amountCents),
  since: row.since.toISOString(),
  until: deadline(kind, row, timeZone),
  note: kind === 'followUp' ? row.note : '',
});

/** The item's last day. Offers that a lender labeled Qualified don't expire. */
function deadline(
  kind: Kind,
  { dueOn, note, since }: WaitingItem,
  timeZone: string,
): string | null {
  if (kind === 'followUp') return dueOn;
  const expires = (kind === 'expiring' || kind === 'inform') && note !== 'qualified';
  return expires ? dayIn(expiryDate(since), timeZone) : null;
}

/** Daily sums of the current month to date, and of the full previous month. */
export function sumMonth(sums: readonly DaySum[], today: string): MonthSoFar {
  const byDay = new Map(sums.map((one) => [one.day, one]));
  const upTo = (last: string): DaySum[] =>
    Array.from({ length: Number(last.slice(-2)) }, (_, index) => {
      const day = `${toMonth(last)}-${String(index + 1).padStart(2, '0')}`;
      return byDay.get(day) ?? { day, cents: 0, count: 0 };
    });
  const days = upTo(today);
  // The same day of the previous month, or its last day if shorter.
  const sameDay = addMonths(today, -1);
  const before = upTo(lastDayOfMonth(toMonth(sameDay)));
  const lastSoFar = before.filter(({ day }) => day <= sameDay);
  return {
    days: days.map((one) => toDollars(one.cents)),
    lastDays: before.map((one) => toDollars(one.cents)),
    soFar: sumDollars(days),
    lastSoFar: sumDollars(lastSoFar),
    count: sumCounts(days),
    lastCount: sumCounts(lastSoFar),
  };
}

const sumDollars = (days: readonly DaySum[]): number =>
  toDollars(days.reduce((sum, { cents }) => sum + cents, 0));
const sumCounts = (days: readonly DaySum[]): number =>
  days.reduce((sum, { count }) => sum + count, 0);
