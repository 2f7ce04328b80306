/*
 * Pure maths of a subscription's dates and amounts. All dates are instants in UTC and are reckoned from the day that the subscription
 * began, so that one that began on the 31st is due on each month's last day and on the 31st again where there is one.
 */
const dayMs = 86_400_000;

export const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** How long somebody who signs up has for the payment before the clock makes it: until then. */
export const attendedUntil = (now: Date): Date => addDays(now, 1 / 96);

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

/** What the dates of a year's installments are reckoned from. */
interface Year {
  startedAt: Date;
  term: number;
  installments: number;
}

/**
 * When an installment, from 1, of a year is due: spread by months where that comes out even, else
 * by days.
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
 * What an installment, from 1, costs in cents: equal parts, and what cannot be shared out evenly on
 * the first.
 */
export function amountOf(totalCents: number, installments: number, installment: number): number {
  const part = Math.floor(totalCents / installments);
  return installment === 1 ? totalCents - part * (installments - 1) : part;
}

/**
 * When there is something to be billed after so many installments of a year: the next one, or the
 * next year.
 */
export const nextBillingOf = (year: Parameters<typeof dueAt>[0], billed: number): Date =>
  billed < year.installments ? dueAt(year, billed + 1) : termOf(year.startedAt, year.term).end;
