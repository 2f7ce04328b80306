import {
  column,
  allPages,
  ownTable,
  type OwnData,
  type OwnTable,
} from '../../platform/own-data.ts';
import { allCards, type CardRow } from './cards/index.ts';
import type { Context } from '../../platform/context.ts';
import { selectOwnClaims, type ClaimRow } from './guarantee/index.ts';
import { makeReceipt, selectPayments, type ListedPayment } from './payments/index.ts';
import { allSubscriptions, type OwnSubscription } from './subscriptions/index.ts';

const { text, number, dollars, yesNo, moment } = column;

/** A contractor pays at most once a month, so this covers ten years. */
const mostReceipts = 120;

const iteratePayments = ({ db, clock, config }: Context, contractorId: number) =>
  allPages(
    async (view) =>
      (
        await selectPayments(
          db,
          {
            contractorId,
            status: '',
            created: {},
            timeZone: config.BUSINESS_TIME_ZONE,
            searchText: '',
            now: clock.now(),
          },
          { ...view, order: { field: 'createdAt', descending: true } },
        )
      ).rows,
  );

const subscriptionTable = (context: Context): OwnTable =>
  ownTable<OwnSubscription>({
    name: 'subscriptions',
    about: 'Your subscriptions and their agreed terms.',
    columns: [
      text('Plan', ({ planName }) => planName),
      text('State', ({ subscription }) => subscription.state),
      dollars('Annual price', ({ subscription }) => subscription.priceCents),
      number('First-year discount (%)', ({ subscription }) => subscription.discountPercent),
      number('Payments per year', ({ subscription }) => subscription.installments),
      number('Year', ({ subscription }) => subscription.term),
      moment('Year began', ({ subscription }) => subscription.termStart),
      moment('Year ends', ({ subscription }) => subscription.termEnd),
      yesNo('Ends with the year', ({ subscription }) => subscription.cancelAtTermEnd),
      moment('Started', ({ subscription }) => subscription.startedAt),
      moment('Canceled', ({ subscription }) => subscription.canceledAt),
    ],
    read: (contractorId) => allSubscriptions(context.db, contractorId),
  });

const paymentTable = (context: Context): OwnTable =>
  ownTable<ListedPayment>({
    name: 'payments',
    about: 'Payments for your subscription, as listed under Payments.',
    columns: [
      text('Invoice number', ({ payment }) => payment.number),
      text('Description', ({ payment }) => payment.descriptions.join('; ')),
      dollars('Amount', ({ payment }) => payment.amountCents),
      dollars('Refunded', ({ payment }) => payment.refundedCents),
      text('Status', ({ payment }) => payment.state),
      moment('Created', ({ payment }) => payment.createdAt),
      moment('Due', ({ dueAt }) => dueAt),
      moment('Paid', ({ payment }) => payment.paidAt),
      text('Why it failed', ({ payment }) =>
        payment.state === 'Failed' ? payment.failureMessage : '',
      ),
    ],
    read: (contractorId) => iteratePayments(context, contractorId),
  });

const cardTable = (context: Context): OwnTable =>
  ownTable<CardRow>({
    name: 'cards',
    about: 'Cards you have paid with, with only the last four digits of each number.',
    columns: [
      text('Brand', ({ brand }) => brand),
      text('Number ending in', ({ last4 }) => last4),
      text('Name on the card', ({ cardholderName }) => cardholderName),
      text('ZIP code', ({ zipCode }) => zipCode),
      text(
        'Expires',
        ({ expireMonth, expireYear }) => `${String(expireMonth).padStart(2, '0')}/${expireYear}`,
      ),
      moment('Added', ({ addedAt }) => addedAt),
      moment('Replaced', ({ replacedAt }) => replacedAt),
    ],
    read: (contractorId) => allCards(context.db, contractorId),
  });

const claimTable = (context: Context): OwnTable =>
  ownTable<ClaimRow>({
    name: 'guarantee-claims',
    about: 'Refunds you claimed under the guarantee.',
    columns: [
      text('State', ({ state }) => state),
      moment('Claimed', ({ openedAt }) => openedAt),
      moment('Decided', ({ decidedAt }) => decidedAt),
      text('Note', ({ note }) => note),
    ],
    read: (contractorId) => selectOwnClaims(context.db, contractorId),
  });

/**
 * A contractor's purchases and payments, with the receipts. Cards show only their last four digits.
 */
export const billingData = (context: Context): OwnData => ({
  tables: [
    subscriptionTable(context),
    paymentTable(context),
    cardTable(context),
    claimTable(context),
  ],
  files: [
    {
      folder: 'receipts',
      about: `Receipts for your latest ${mostReceipts} payments.`,
      files: async function* (contractorId) {
        let left = mostReceipts;
        for await (const { payment } of iteratePayments(context, contractorId)) {
          if (payment.state !== 'Succeeded') continue;
          if (left === 0) return;
          left -= 1;
          const { name, pdf } = await makeReceipt(context, contractorId, payment.id);
          yield { name, content: () => Promise.resolve(pdf) };
        }
      },
    },
  ],
});
