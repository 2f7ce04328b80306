import type { Context } from '../../platform/context.ts';
import type { CommissionRates } from '@lintel/contract/commissions/rates';
import { dayIn, firstDayOfMonth, toMonth } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { RowKey } from '../../platform/db/queries.ts';
import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { bookCommissions, type Earning } from './book.ts';
import {
  isOver,
  blockReversals,
  selectFundedDeals,
  selectFundedIds,
  selectOpenMonths,
  selectQualifiedApplications,
  selectQualifiedIds,
  type FundedDeal,
  type MonthIn,
  type QualifiedApplication,
} from './deal-repository.ts';
import { toCents } from '../../platform/money.ts';
import { ratesOn, readRates, computeShare } from './rates.ts';
import { closeRun, countBooked, openRun } from './repository.ts';

/**
 * Books the commissions for deals funded, or labeled as qualified, in a month (`yyyy-mm`), and
 * returns how many. Each deal is booked once, even with parallel or interrupted runs. A completely
 * booked month doesn't change. Throws for a month that isn't over.
 */
export async function bookMonth(context: Context, month: string): Promise<number> {
  const { db, clock, config } = context;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const time: MonthIn = { firstDay: firstDayOfMonth(month), timeZone };
  if (!(await isOver(db, time, clock.now()))) throw new Error(`The month ${month} is not over`);
  const run = await openRun(db, time.firstDay, clock.now());
  if (run.endedAt !== null) return 0;
  const dated = await readRates(db);
  const on = (at: Date): CommissionRates => ratesOn(dated, dayIn(at, timeZone));
  const deals = await bookAll(context, time, await selectFundedIds(db, time), async (tx, rows) => {
    await blockReversals(tx);
    const funded = await selectFundedDeals(tx, rows);
    return funded.map((deal) => dealEarning(deal, on(deal.earnedAt)));
  });
  const leads = await bookAll(context, time, await selectQualifiedIds(db, time), async (tx, rows) =>
    (await selectQualifiedApplications(tx, rows)).map((one) => leadEarning(one, on(one.earnedAt))),
  );
  await closeRun(db, time.firstDay, clock.now());
  return deals + leads;
}

/**
 * Books all past months that aren't completely booked, and returns the number of new commissions. A
 * month that fails is logged, stays open for the next run, and doesn't stop the others.
 */
export async function bookOpenMonths(context: Context): Promise<number> {
  const { db, clock, config, log } = context;
  let booked = 0;
  await oneByOne(await selectOpenMonths(db, config.BUSINESS_TIME_ZONE, clock.now()), {
    log,
    work: async (firstDay) => void (booked += await bookMonth(context, toMonth(firstDay))),
    failed: (firstDay) => `The commissions of ${toMonth(firstDay)} were not booked to their end`,
  });
  return booked;
}

/** Deals per transaction; after a crash, the next run resumes with the unfinished batch. */
const batchSize = 2000;

async function bookAll(
  context: Context,
  time: MonthIn,
  rows: readonly RowKey[],
  earningsOf: (tx: Database, rows: readonly RowKey[]) => Promise<Earning[]>,
): Promise<number> {
  let booked = 0;
  for (let first = 0; first < rows.length; first += batchSize) {
    const batch = rows.slice(first, first + batchSize);
    booked += await context.db.transaction(async (tx) => {
      const earnings = await earningsOf(tx, batch);
      const count = await bookCommissions(tx, context, earnings);
      await countBooked(tx, time.firstDay, count);
      return count;
    });
  }
  return booked;
}

/** A share of the funded amount: a loan, including direct funding, or a card. */
function dealEarning(deal: FundedDeal, rates: CommissionRates): Earning {
  const type = deal.kind === 'creditcard' ? 'credit_card' : 'loan';
  return {
    contractorId: deal.contractorId,
    type,
    source: deal.source,
    userName: deal.applicantName,
    companyName: deal.companyName,
    amountCents: computeShare(deal.fundedAmountCents, rates[type]),
    fundedAmountCents: deal.fundedAmountCents,
    earnedAt: deal.earnedAt,
    applicationId: deal.applicationId,
  };
}

/** A fixed amount per application. */
const leadEarning = (one: QualifiedApplication, rates: CommissionRates): Earning => ({
  contractorId: one.contractorId,
  type: 'heloc',
  source: `heloc:${one.id}`,
  userName: one.applicantName,
  companyName: one.companyName,
  amountCents: toCents(rates.heloc),
  earnedAt: one.earnedAt,
  applicationId: one.id,
});
