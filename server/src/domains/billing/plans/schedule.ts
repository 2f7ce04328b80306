import { dayMs, minuteMs } from '@lintel/contract/core/durations';

/**
 * The dates and amounts of a subscription, as pure functions. All dates are instants in UTC,
 * calculated from the subscription's start, so one begun on the 31st is due on each month's last
 * day, and on the 31st again in longer months.
 */

export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** When the clock makes a payment that a person has 15 minutes to make first. */
export const clockChargesAfter = (now: Date): Date => new Date(now.getTime() + 15 * minuteMs);

/** The same day and time a number of months later; the month's last day if it has no such day. */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return moved;
}

interface Period {
  start: Date;
  end: Date;
}

/** Year number `term`, from 1, of a subscription begun at `startedAt`. */
export const termPeriod = (startedAt: Date, term: number): Period => ({
  start: addMonths(startedAt, 12 * (term - 1)),
  end: addMonths(startedAt, 12 * term),
});

/** The number of the year that contains `now`. */
export function termAt(startedAt: Date, now: Date): number {
  let term = Math.max(1, now.getUTCFullYear() - startedAt.getUTCFullYear());
  while (termPeriod(startedAt, term).end <= now) term += 1;
  return term;
}

/** The inputs for the due dates of a year's installments. */
interface Year {
  startedAt: Date;
  term: number;
  installments: number;
}

/**
 * When an installment (from 1) of a year is due: months apart if the number divides twelve, else
 * spread by days.
 */
export function dueAt({ startedAt, term, installments }: Year, installment: number): Date {
  const { start, end } = termPeriod(startedAt, term);
  if (12 % installments === 0)
    return addMonths(startedAt, 12 * (term - 1) + (installment - 1) * (12 / installments));
  const days = Math.round((end.getTime() - start.getTime()) / dayMs);
  return addDays(start, Math.floor(((installment - 1) * days) / installments));
}

/** The period that an installment pays for: until the next one is due, or until the year ends. */
export const installmentPeriod = (year: Year, installment: number): Period => ({
  start: dueAt(year, installment),
  end:
    installment < year.installments
      ? dueAt(year, installment + 1)
      : termPeriod(year.startedAt, year.term).end,
});

/** A year's discounted price in cents, rounded to the nearest cent. */
export const discounted = (priceCents: number, discountPercent: number): number =>
  priceCents - Math.round((priceCents * discountPercent) / 100);

/** The amount of an installment (from 1) in cents: equal parts, with the remainder in the first. */
export function installmentAmount(
  totalCents: number,
  installments: number,
  installment: number,
): number {
  const part = Math.floor(totalCents / installments);
  return installment === 1 ? totalCents - part * (installments - 1) : part;
}

/**
 * When the next bill is due after `billed` installments of a year: the next installment, or the
 * next year.
 */
export const nextBillingDate = (year: Parameters<typeof dueAt>[0], billed: number): Date =>
  billed < year.installments ? dueAt(year, billed + 1) : termPeriod(year.startedAt, year.term).end;
