import {
  priceNoticeDays,
  priceTellingDays,
  reminderDays,
} from '@lintel/contract/billing/constants';
import { dayText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { batchByBatch } from '../../../platform/jobs/one-by-one.ts';
import { dollarsText } from '../../../platform/money.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink, recipient } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import { addDays, installmentAmount, readTerms, type PlanTerms } from '../plans/index.ts';
import {
  insertNotice,
  readSubscription,
  selectNotices,
  selectRenewing,
  type RenewalNotice,
  type SubscriptionRow,
} from './repository.ts';
import { leftAt, notify } from '../../messaging/index.ts';

/** In cents, and the number of payments. */
export interface NextYear {
  priceCents: number;
  installments: number;
}

/** The plan of the next year: the contractor's choice, else the plan set by staff. */
export const nextPlanId = (
  { nextPlanId, planId }: Pick<SubscriptionRow, 'nextPlanId' | 'planId'>,
  payer: Pick<Payer, 'planId'>,
): number => nextPlanId ?? payer.planId ?? planId;

/**
 * The cost of a subscription's next year. The price is the plan's, but at most the one that the
 * contractor agreed to or was notified of in time. The number of installments is the announced one,
 * else the plan's.
 */
export async function readNextYear(
  db: Database,
  subscription: SubscriptionRow,
  plan: NextYear,
): Promise<NextYear> {
  const notice = await findNoticeInForce(db, subscription);
  return {
    priceCents: Math.min(plan.priceCents, notice?.newPriceCents ?? subscription.priceCents),
    installments: notice?.installments ?? plan.installments,
  };
}

/**
 * The newest valid notice. A reminder is always valid: it never names a higher price than the one
 * agreed to or announced before.
 */
async function findNoticeInForce(
  db: Database,
  subscription: SubscriptionRow,
): Promise<RenewalNotice | undefined> {
  for (const notice of await selectNotices(db, subscription)) {
    if (notice.kind === 'renewal-reminder' || (await wasSentInTime(db, notice))) return notice;
  }
  return undefined;
}

/** A notice whose e-mail was sent too late is invalid. */
async function wasSentInTime(db: Database, notice: RenewalNotice): Promise<boolean> {
  const sentAt = await leftAt(db, {
    contractorId: notice.contractorId,
    key: priceChangeKey(notice),
  });
  return sentAt !== null && sentAt <= addDays(notice.holdsFrom, -priceNoticeDays);
}

/**
 * E-mails contractors about the upcoming year: about a changed price, early enough for them to
 * cancel, and about the renewal itself. May run at any time, even after downtime: each contractor
 * is read again under its lock, and a price too late for this renewal is announced before the next
 * one.
 */
export async function sendRenewalNotices(context: Context): Promise<void> {
  const now = context.clock.now();
  const until = addDays(now, priceTellingDays.first);
  const { db, log } = context;
  await batchByBatch((afterId, limit) => selectRenewing(db, { from: now, until, afterId, limit }), {
    log,
    work: ({ id, contractorId }) =>
      db.transaction((tx) => noticeFor(tx, context, { id, contractorId, now })),
    failed: ({ id }) => `The contractor of subscription ${id} was not notified of the renewal`,
  });
}

interface UpcomingYear {
  payer: Payer;
  subscription: SubscriptionRow;
  plan: PlanTerms;
  /** The year's notices so far, newest first. */
  notices: RenewalNotice[];
  now: Date;
}

async function noticeFor(
  tx: Database,
  context: Context,
  { id, contractorId, now }: { id: number; contractorId: number; now: Date },
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  const subscription = await readSubscription(tx, { contractorId, id });
  const { state, cancelAtTermEnd, termEnd } = subscription;
  const goesOn = (state === 'active' || state === 'past_due') && !cancelAtTermEnd && termEnd > now;
  // Without an e-mail address no notice is possible, so the price stays.
  if (!goesOn || payer.email === '') return;
  const planId = nextPlanId(subscription, payer);
  const plan = await readTerms(tx, planId);
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  const year = { payer, subscription, plan, notices: await selectNotices(tx, subscription), now };
  if (termEnd > addDays(now, priceTellingDays.last)) await sendPriceChange(tx, context, year);
  else if (termEnd <= addDays(now, reminderDays)) await sendReminder(tx, context, year);
}

/**
 * Announces a higher price, and any change after that. A lower price alone needs no notice: the
 * reminder names it.
 */
async function sendPriceChange(tx: Database, context: Context, year: UpcomingYear): Promise<void> {
  const { payer, subscription, plan, notices } = year;
  const [last] = notices;
  const isAnnounced = plan.priceCents === (last?.newPriceCents ?? subscription.priceCents);
  if (isAnnounced || (last === undefined && plan.priceCents < subscription.priceCents)) return;
  const notice = await writeNotice(tx, year, 'price-change', plan.priceCents);
  await mailPriceChange(tx, context, { payer, notice, plan, replaces: last?.announcedAt ?? null });
}

async function sendReminder(tx: Database, context: Context, year: UpcomingYear): Promise<void> {
  const { payer, subscription, plan, notices } = year;
  const { priceCents } = await readNextYear(tx, subscription, plan);
  if (priceCents === 0 || notices.some(({ kind }) => kind === 'renewal-reminder')) return;
  const notice = await writeNotice(tx, year, 'renewal-reminder', priceCents);
  await mailReminder(tx, context, { payer, notice, plan });
}

async function writeNotice(
  tx: Database,
  { subscription, plan: { installments }, notices, now }: UpcomingYear,
  kind: RenewalNotice['kind'],
  newPriceCents: number,
): Promise<RenewalNotice> {
  const {
    id: subscriptionId,
    contractorId,
    term,
    priceCents: oldPriceCents,
    termEnd: holdsFrom,
  } = subscription;
  const notice = {
    contractorId,
    subscriptionId,
    term: term + 1,
    number: (notices[0]?.number ?? 0) + 1,
    kind,
    oldPriceCents,
    newPriceCents,
    installments,
    holdsFrom,
    announcedAt: now,
  };
  await insertNotice(tx, notice);
  return notice;
}

interface RenewalMail {
  payer: Payer;
  notice: RenewalNotice;
  /** The plan that continues. */
  plan: PlanTerms;
}

/** The key of the e-mail about a changed price. */
const priceChangeKey = ({ subscriptionId, term, number }: Omit<RenewalNotice, 'kind'>): string =>
  `price-change:${subscriptionId}:${term}:${number}`;

/**
 * Queues the notice of a changed price. `replaces`: the date of an earlier notice for the same
 * year.
 */
async function mailPriceChange(
  tx: Database,
  context: Context,
  { payer, notice, plan, replaces }: RenewalMail & { replaces: Date | null },
): Promise<void> {
  await notify(tx, context, {
    event: 'price-change',
    key: priceChangeKey(notice),
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      price: {
        ...yearData(context, notice, plan),
        old: dollarsText(notice.oldPriceCents),
        replaces: replaces === null ? '' : dayText(replaces, context.config.BUSINESS_TIME_ZONE),
      },
      link: billingLink(context),
    },
  });
}

/** Queues the reminder of an upcoming year. */
async function mailReminder(
  tx: Database,
  context: Context,
  { payer, notice, plan }: RenewalMail,
): Promise<void> {
  await notify(tx, context, {
    event: 'renewal-reminder',
    key: `renewal-reminder:${notice.subscriptionId}:${notice.term}`,
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      price: yearData(context, notice, plan),
      link: billingLink(context),
    },
  });
}

const yearData = (
  { config }: Context,
  { newPriceCents, holdsFrom }: RenewalNotice,
  { name, installments }: PlanTerms,
) => ({
  plan: name,
  new: dollarsText(newPriceCents),
  from: dayText(holdsFrom, config.BUSINESS_TIME_ZONE),
  installments,
  first: dollarsText(installmentAmount(newPriceCents, installments, 1)),
});
