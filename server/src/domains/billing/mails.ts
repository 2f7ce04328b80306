import { brandNameOf, isCardBrand } from '@lintel/contract/billing/card-rules';
import { dayText } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import type { EmailOf } from '../emails/index.ts';
import type { BillingDeps } from './deps.ts';
import type { Payer } from './contractor-repository.ts';
import type { PaymentRow } from './payment-repository.ts';
import type { RenewalNotice } from './renewal-repository.ts';
import { amountOf } from './schedule.ts';
import type { PlanTerms } from './subscription-repository.ts';

/** What e-mails say of a card. */
export interface MailedCard {
  brand: string;
  last4: string;
  expireMonth: number;
  expireYear: number;
}

const cardData = ({ brand, last4, expireMonth, expireYear }: MailedCard) => ({
  brand: isCardBrand(brand) ? brandNameOf(brand) : 'Payment',
  last4,
  expires: `${String(expireMonth).padStart(2, '0')}/${expireYear}`,
});

const recipient = ({ firstName, lastName, email, companyName }: Payer) => ({
  user: { firstname: firstName, lastname: lastName, email },
  company: { name: companyName },
});

interface PaymentMail {
  payer: Payer;
  payment: PaymentRow;
  planName: string;
  card: MailedCard | undefined;
  /** Tells one try from another. */
  key: string;
  at: Date;
}

/** Queues the receipt of a payment. */
export const mailSucceeded = (tx: Database, deps: BillingDeps, mail: PaymentMail): Promise<void> =>
  mailOf(tx, deps, mail, ({ payment, ...common }) => ({
    event: 'payment-succeeded',
    data: {
      ...common,
      payment: { ...payment, receipt: `${common.link}?receipt=${mail.payment.id}` },
    },
  }));

/** Queues the news of a try that failed: why, and what happens next. */
export const mailFailed = (
  tx: Database,
  deps: BillingDeps,
  mail: PaymentMail,
  more: { reason: string; next: string },
): Promise<void> =>
  mailOf(tx, deps, mail, ({ payment, ...common }) => ({
    event: 'payment-failed',
    data: { ...common, payment: { ...payment, ...more } },
  }));

/**
 * Queues the news that the bank wants to hear of a payment from its cardholder; the link leads
 * there.
 */
export const mailConfirm = (
  tx: Database,
  deps: BillingDeps,
  mail: PaymentMail,
  next: string,
): Promise<void> =>
  mailOf(tx, deps, mail, ({ payment, ...common }) => ({
    event: 'payment-confirm',
    data: {
      ...common,
      payment: { ...payment, next },
      link: `${common.link}?confirm=${mail.payment.id}`,
    },
  }));

const paymentData = (deps: BillingDeps, { payer, payment, planName, card, at }: PaymentMail) => ({
  ...recipient(payer),
  payment: {
    number: payment.number,
    amount: dollarsText(payment.amountCents),
    plan: planName,
    date: dayText(at, deps.timeZone),
  },
  ...(card && { card: cardData(card) }),
  link: billingLink(deps),
});

async function mailOf(
  tx: Database,
  deps: BillingDeps,
  mail: PaymentMail,
  say: (
    common: ReturnType<typeof paymentData>,
  ) => EmailOf<'payment-succeeded' | 'payment-failed' | 'payment-confirm'>,
): Promise<void> {
  const { payer, payment, key } = mail;
  if (payer.email === '') return;
  const said = say(paymentData(deps, mail));
  await deps.queueMail(tx, {
    ...said,
    key: `${said.event}:${payment.id}:${key}`,
    contractorId: payer.id,
  });
}

/**
 * Queues the notice that a card is about to expire; one card tells once for each month that it
 * expires in.
 */
export async function mailExpiring(
  tx: Database,
  deps: BillingDeps,
  payer: Payer,
  card: MailedCard & { id: number },
): Promise<void> {
  if (payer.email === '') return;
  await deps.queueMail(tx, {
    event: 'card-expiring',
    key: `card-expiring:${card.id}:${card.expireYear}-${card.expireMonth}`,
    contractorId: payer.id,
    data: { ...recipient(payer), card: cardData(card), link: billingLink(deps) },
  });
}

interface RenewalMail {
  payer: Payer;
  notice: RenewalNotice;
  /** What the contractor goes on with. */
  plan: PlanTerms;
}

/** What names the e-mail of a changed price. */
export const priceChangeKey = ({
  subscriptionId,
  term,
  number,
}: Omit<RenewalNotice, 'kind'>): string => `price-change:${subscriptionId}:${term}:${number}`;

/**
 * Queues the notice of another price. `replaces`: when an earlier one of the same year was told.
 */
export async function mailPriceChange(
  tx: Database,
  deps: BillingDeps,
  { payer, notice, plan, replaces }: RenewalMail & { replaces: Date | null },
): Promise<void> {
  await deps.queueMail(tx, {
    event: 'price-change',
    key: priceChangeKey(notice),
    contractorId: payer.id,
    data: {
      ...recipient(payer),
      price: {
        ...yearData(deps, notice, plan),
        old: dollarsText(notice.oldPriceCents),
        replaces: replaces === null ? '' : dayText(replaces, deps.timeZone),
      },
      link: billingLink(deps),
    },
  });
}

/** Queues the reminder of a year that begins soon. */
export async function mailReminder(
  tx: Database,
  deps: BillingDeps,
  { payer, notice, plan }: RenewalMail,
): Promise<void> {
  await deps.queueMail(tx, {
    event: 'renewal-reminder',
    key: `renewal-reminder:${notice.subscriptionId}:${notice.term}`,
    contractorId: payer.id,
    data: { ...recipient(payer), price: yearData(deps, notice, plan), link: billingLink(deps) },
  });
}

const yearData = (
  { timeZone }: Pick<BillingDeps, 'timeZone'>,
  { newPriceCents, holdsFrom }: RenewalNotice,
  { name, installments }: PlanTerms,
) => ({
  plan: name,
  new: dollarsText(newPriceCents),
  from: dayText(holdsFrom, timeZone),
  installments,
  first: dollarsText(amountOf(newPriceCents, installments, 1)),
});

/** The Billing screen. */
export const billingLink = ({ publicUrl }: Pick<BillingDeps, 'publicUrl'>): string =>
  `${publicUrl}/card-payments`;
