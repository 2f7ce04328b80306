import { and, eq } from 'drizzle-orm';
import { cancelNow, startSubscription } from '../domains/billing/index.ts';
import { payments } from '../domains/billing/payments/tables.ts';
import { refundPayment } from '../domains/billing/payments/refunds.ts';
import { retryPayment } from '../domains/billing/charging/retry.ts';
import { addDays, addMonths } from '../domains/billing/plans/schedule.ts';
import { addMonths as monthsAfter, dayIn, firstDayOfMonth, toMonth } from '../platform/days.ts';
import type { Context } from '../platform/context.ts';
import { addCard, openPast, passUntil, type Past } from './billing-world.ts';
import { demoContractors } from './people.ts';

/** A scripted event in a contractor's past, besides scheduled ones. */
type Chapter = [at: Date, happens: (past: Past) => Promise<void>];

/**
 * The demo contractors' subscriptions and payments over two years, through the services: Summit
 * Roofing with payments in every state, including two failed ones that are still due, and a card
 * that expires soon; Oak & Iron, Harborlight, and Harbor Kitchens paid; Quick Gutters canceled.
 * Leaves no e-mails or jobs.
 */
export async function seedBilling(context: Context): Promise<void> {
  const now = context.clock.now();
  const past = openPast(context);
  const thisMonth = firstDayOfMonth(toMonth(dayIn(now, context.config.BUSINESS_TIME_ZONE)));
  const cardFor = (months: number): string => toMonth(monthsAfter(thisMonth, months));
  const chapters = [...summit(now, cardFor), ...others(now, cardFor)];
  const story = chapters.toSorted(([a], [b]) => a.getTime() - b.getTime());
  for (const [at, happens] of story) {
    await passUntil(past, at);
    await happens(past);
  }
  await passUntil(past, now);
}

const cardHolder = (contractorId: number): string => {
  const owner = demoContractors.find(({ id }) => id === contractorId)?.owner;
  return owner ? `${owner.firstname} ${owner.lastname}` : 'Jordan Bennett';
};

interface Beginning {
  contractorId: number;
  planId: number;
  brand: string;
  zip: string;
  /** The card's expiry month, `yyyy-mm`. */
  cardUntil: string;
}

/** The month `months` after this one, in the provider's time zone. */
type CardFor = (months: number) => string;

/** A card and a subscription. */
const begins =
  ({ contractorId, planId, brand, zip, cardUntil }: Beginning) =>
  async (past: Past): Promise<void> => {
    const [expireYear = 0, expireMonth = 0] = cardUntil.split('-').map(Number);
    const holder = cardHolder(contractorId);
    await addCard(past, contractorId, { brand, holder, zip, expireMonth, expireYear });
    await startSubscription(past.db, past.context, { contractorId, planId, discountPercent: 0 });
    await passUntil(past, past.clock.now());
  };

const id = 101;
const isBroke =
  (contractorId: number, broke: boolean) =>
  async (past: Past): Promise<void> => {
    if (broke) past.broke.add(contractorId);
    else past.broke.delete(contractorId);
  };

/**
 * Monthly payments, including the next upcoming one. The one of three months ago failed until it
 * was paid manually nine days later; the two missed ones were then billed a day apart, and failed
 * until retries ended.
 */
function summit(now: Date, cardFor: CardFor): Chapter[] {
  const began = addMonths(nextDueDate(now), -23);
  const due = (month: number): Date => addMonths(began, month);
  return [
    [
      began,
      begins({ contractorId: id, planId: 3, brand: 'visa', zip: '80202', cardUntil: cardFor(0) }),
    ],
    [addDays(due(8), 2), givesBack],
    [addDays(due(20), -1), isBroke(id, true)],
    // The last retry of the second one has just passed.
    [addDays(now, -9.2), hasMoneyOnce],
  ];
}

/** Within five days, and on a day that exists in every month if possible. */
const nextDueDate = (now: Date): Date =>
  [3, 4, 5].map((days) => addDays(now, days)).find((day) => day.getUTCDate() <= 28) ??
  addDays(now, 3);

/** One payment succeeds, and the next ones are declined. */
async function hasMoneyOnce(past: Past): Promise<void> {
  await isBroke(id, false)(past);
  await paysByHand(past);
  await isBroke(id, true)(past);
}

/** Pays the oldest failed payment on the Billing page. */
async function paysByHand({ db, context }: Past): Promise<void> {
  const failed = and(eq(payments.contractorId, id), eq(payments.state, 'Failed'));
  const [owed] = await db
    .select({ paymentId: payments.id })
    .from(payments)
    .where(failed)
    .orderBy(payments.id)
    .limit(1);
  if (owed !== undefined)
    await retryPayment(context, {
      ...owed,
      contractorId: id,
      userId: 11,
      returnUrl: context.config.publicUrl,
    });
}

/** Refunds part of the newest payment. */
async function givesBack({ db, context }: Past): Promise<void> {
  const rows = await db
    .select({ paymentId: payments.id })
    .from(payments)
    .where(eq(payments.contractorId, id))
    .orderBy(payments.id);
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const reason = 'A week without service';
  await refundPayment(context, { ...newest, amountCents: 2500, reason, userId: 1, key: 'demo' });
}

function others(now: Date, cardFor: CardFor): Chapter[] {
  const quick = 105;
  return [
    [
      addDays(addMonths(now, -13), -5),
      begins({
        contractorId: 102,
        planId: 4,
        brand: 'mastercard',
        zip: '43004',
        cardUntil: cardFor(27),
      }),
    ],
    [
      addDays(addMonths(now, -15), -10),
      begins({ contractorId: 103, planId: 5, brand: 'amex', zip: '04101', cardUntil: cardFor(35) }),
    ],
    [
      addDays(now, -370),
      begins({
        contractorId: quick,
        planId: 3,
        brand: 'visa',
        zip: '74103',
        cardUntil: cardFor(18),
      }),
    ],
    [addDays(now, -220), isBroke(quick, true)],
    [addDays(now, -180), ({ db, context }) => cancelNow(db, context, quick, null)],
    [
      addDays(now, -2),
      begins({
        contractorId: 201,
        planId: 2,
        brand: 'discover',
        zip: '97201',
        cardUntil: cardFor(36),
      }),
    ],
  ];
}
