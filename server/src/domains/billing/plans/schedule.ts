import { dayMs, minuteMs } from '@lintel/contract/core/durations';

/*
 * The dates and amounts of a subscription, as pure functions. All dates are instants in UTC and are
 * calculated from the day that the subscription began, so one that began on the 31st is due on each
 * month's last day, and on the 31st again where there is one.
 */

export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** When the clock makes a payment for which a person has 15 minutes first. */
export const clockChargesAfter = (now: Date): Date => new Date(now.getTime() + 15 * minuteMs);

/** The same day and time so many months on; the month's last day where it has no such day. */
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

/** The year number `term`, from 1, of what began at `startedAt`. */
export const termOf = (startedAt: Date, term: number): Period => ({
  start: addMonths(startedAt, 12 * (term - 1)),
  end: addMonths(startedAt, 12 * term),
});

/** The number of the year that `now` lies in. */
export function termAt(startedAt: Date, now: Date): number {
  let term = Math.max(1, now.getUTCFullYear() - startedAt.getUTCFullYear());
  while (termOf(startedAt, term).end <= now) term += 1;
  return term;
}

/** What the due dates of a year's installments are calculated from. */
interface Year {
  startedAt: Date;
  term: number;
  installments: number;
}

/**
 * When an installment (from 1) of a year is due: months apart where the number divides twelve, else
 * spread by days.
 */
export function dueAt({ startedAt, term, installments }: Year, installment: number): Date {
  const { start, end } = termOf(startedAt, term);
  if (12 % installments === 0)
    return addMonths(startedAt, 12 * (term - 1) + (installment - 1) * (12 / installments));
  const days = Math.round((end.getTime() - start.getTime()) / dayMs);
  return addDays(start, Math.floor(((installment - 1) * days) / installments));
}

/** The time that an installment pays for: until the next one is due, or until the year ends. */
export const periodOf = (year: Year, installment: number): Period => ({
  start: dueAt(year, installment),
  end:
    installment < year.installments
      ? dueAt(year, installment + 1)
      : termOf(year.startedAt, year.term).end,
});

/** A year's price in cents with its discount taken off, rounded to the nearest cent. */
export const discounted = (priceCents: number, discountPercent: number): number =>
  priceCents - Math.round((priceCents * discountPercent) / 100);

/**
 * What an installment (from 1) costs in cents: equal parts, with the remainder on the first.
 */
export function amountOf(totalCents: number, installments: number, installment: number): number {
  const part = Math.floor(totalCents / installments);
  return installment === 1 ? totalCents - part * (installments - 1) : part;
}

/**
 * When the next bill is due after `billed` installments of a year: the next installment, or the
 * next year.
 */
export const nextBillingOf = (year: Parameters<typeof dueAt>[0], billed: number): Date =>
  billed < year.installments ? dueAt(year, billed + 1) : termOf(year.startedAt, year.term).end;
