import { dayMs } from '../core/durations.ts';
import { dayIn } from '../core/days.ts';

/**
 * The service agreement's guarantee ("Our guarantee"): the number of applications, the days they
 * fall within, and the days to claim it.
 */
export const guaranteeApplications = 10;
export const guaranteeDays = 30;
export const claimDays = 60;

/** A complete application: the homeowner, the time, and the lenders' answers. */
export interface GuaranteeApplication {
  id: number;
  /** The same for repeat applications of one homeowner. */
  homeowner: string;
  completedAt: Date;
  /** The lenders have answered. */
  answered: boolean;
  hasOffers: boolean;
}

export interface GuaranteeStanding {
  /**
   * Applications in a row without a loan option, all within 30 days of each other; the agreement
   * requires 10.
   */
  count: number;
  /** How many of them are still waiting for lenders. */
  waiting: number;
  /** Their ids, oldest first. */
  ids: number[];
  /**
   * The day of the last application with a loan option in the 30-day window, which restarted the
   * count; null without one.
   */
  endedOn: string | null;
  /** The days of the first and the last of them, `yyyy-mm-dd`; null without any. */
  from: string | null;
  to: string | null;
  /** The last day to claim the refund; null while the condition isn't met. */
  claimUntil: string | null;
}

interface Options {
  now: Date;
  /** The time zone that days are counted in. */
  timeZone: string;
  /** The subscription year in which the 30 days start. */
  year: { start: Date; end: Date };
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** One application per homeowner, the earliest. */
function distinct(applications: readonly GuaranteeApplication[]): GuaranteeApplication[] {
  const seen = new Set<string>();
  return applications
    .toSorted((a, b) => a.completedAt.getTime() - b.completedAt.getTime() || a.id - b.id)
    .filter(({ homeowner }) => {
      const key = homeowner.trim().toLowerCase();
      return !seen.has(key) && seen.add(key);
    });
}

/** Runs of applications, split by applications with a loan option. */
function groupRuns(applications: readonly GuaranteeApplication[]): GuaranteeApplication[][] {
  const runs: GuaranteeApplication[][] = [[]];
  for (const one of applications) {
    if (one.hasOffers) runs.push([]);
    else runs.at(-1)?.push(one);
  }
  return runs;
}

/**
 * A contractor's progress toward the guarantee: the last run of 10 that meets the condition and can
 * still be claimed, otherwise the applications of the 30-day window since the last one with a loan
 * option. The 30 days start within the subscription year and include its first day.
 */
export function guaranteeStanding(
  applications: readonly GuaranteeApplication[],
  { now, timeZone, year }: Options,
): GuaranteeStanding {
  const dayOf = (at: Date): string => dayIn(at, timeZone);
  const counted = distinct(applications).filter(
    ({ completedAt }) => completedAt >= year.start && completedAt < year.end,
  );
  const runs = groupRuns(counted);
  const since = plusDays(dayOf(now), 1 - guaranteeDays);
  const option = counted.findLast(
    ({ hasOffers, completedAt }) => hasOffers && dayOf(completedAt) >= since,
  );
  const lastOption = option === undefined ? null : dayOf(option.completedAt);
  const standing = (run: readonly GuaranteeApplication[], met: boolean): GuaranteeStanding => {
    const [first, last] = [run[0], run.at(-1)];
    const to = last === undefined ? null : dayOf(last.completedAt);
    return {
      count: run.length,
      waiting: run.filter(({ answered }) => !answered).length,
      ids: run.map(({ id }) => id),
      endedOn: met ? null : lastOption,
      from: first === undefined ? null : dayOf(first.completedAt),
      to,
      claimUntil: met && to !== null ? plusDays(to, claimDays) : null,
    };
  };
  const met = runs
    .flatMap((run) => fulfilled(run, dayOf))
    .map((run) => standing(run, true))
    .filter(({ claimUntil }) => claimUntil !== null && dayOf(now) <= claimUntil);
  const last = met.at(-1);
  if (last !== undefined) return last;
  return standing(
    (runs.at(-1) ?? []).filter(({ completedAt }) => dayOf(completedAt) >= since),
    false,
  );
}

/** Every 10 consecutive answered applications of a run within 30 days. */
const fulfilled = (
  run: readonly GuaranteeApplication[],
  dayOf: (at: Date) => string,
): GuaranteeApplication[][] =>
  run.flatMap((_one, index) => {
    const ten = run.slice(index, index + guaranteeApplications);
    const [first, last] = [ten[0], ten.at(-1)];
    if (ten.length < guaranteeApplications || first === undefined || last === undefined) return [];
    const within = dayOf(last.completedAt) <= plusDays(dayOf(first.completedAt), guaranteeDays - 1);
    return within && ten.every(({ answered }) => answered) ? [ten] : [];
  });
