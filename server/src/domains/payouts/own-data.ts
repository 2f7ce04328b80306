import type { Context } from '../../platform/context.ts';
import { holdLabels, payoutMethodName, returnCodes } from '@lintel/contract/payouts/constants';
import type { PayoutMethod } from '@lintel/contract/payouts/method';
import type { W9 } from '@lintel/contract/payouts/w9';
import { allPages, column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { readMethod } from './methods.ts';
import { selectOwn, type PayoutRow } from './payout-repository.ts';
import { heldFor } from './present.ts';
import { openVault } from './vault.ts';
import { findW9 } from './w9/repository.ts';
import { w9Facts } from './w9/reading.ts';

const { text, dollars, moment } = column;

/**
 * Payouts, bank details, and the tax form, as the contractor sees them: bank and tax numbers show
 * their last four digits.
 */
export const payoutData = (context: Context): OwnData => ({
  tables: [
    ownTable<PayoutRow>({
      name: 'payouts',
      about: 'Your payouts, paid and pending.',
      columns: [
        text('Month', ({ month }) => month.slice(0, 7)),
        dollars('Amount', ({ amountCents }) => amountCents),
        text('State', ({ state }) => state),
        text('Waiting for', ({ reason }) =>
          heldFor(reason)
            .map((one) => holdLabels[one])
            .join(', '),
        ),
        text('Account ending in', ({ accountLast4 }) => accountLast4),
        moment('Sent', ({ sentAt }) => sentAt),
        moment('Paid', ({ paidAt }) => paidAt),
        moment('Returned', ({ returnedAt }) => returnedAt),
        text('Why it was returned', ({ returnCode }) => returnCodes[returnCode] ?? returnCode),
      ],
      read: (contractorId) =>
        allPages(
          async (view) =>
            (await selectOwn(context.db, contractorId, { ...view, descending: false })).rows,
        ),
    }),
    ownTable<PayoutMethod>({
      name: 'bank-details',
      about: 'Your payout bank account, with only the last four digits of each number.',
      columns: [
        text('Method', () => payoutMethodName),
        text('Payee', ({ payeeName }) => payeeName),
        text('Address', ({ address }) => address),
        text('Account holder', ({ accHolderName }) => accHolderName),
        text('Bank', ({ bankName }) => bankName),
        text('Account type', ({ accountType }) => accountType),
        text('Routing number', ({ routingNumber }) => routingNumber),
        text('Account number', ({ accNumber }) => accNumber),
      ],
      read: async (contractorId) => {
        const method = await readMethod(context, contractorId);
        return method === null ? [] : [method];
      },
    }),
    ownTable<Omit<W9, 'form'>>({
      name: 'tax-form',
      about: 'Your W-9 form and its status, with only the last four digits of the tax number.',
      columns: [
        text('Status', ({ status }) => status),
        text('Name', ({ fullName }) => fullName),
        text('Business name', ({ companyName }) => companyName),
        text('Tax number', ({ tin }) => tin),
        text('Type of number', ({ isSSN }) => (isSSN ? 'SSN' : 'EIN')),
        moment('Submitted', ({ submittedAt }) =>
          submittedAt === null ? null : new Date(submittedAt),
        ),
        moment('Reviewed', ({ reviewedAt }) => (reviewedAt === null ? null : new Date(reviewedAt))),
        text('Why it was rejected', ({ reason }) => reason),
      ],
      read: async (contractorId) => {
        const form = await findW9(context.db, contractorId);
        return form === undefined ? [] : [w9Facts(form)];
      },
    }),
  ],
  files: [
    {
      folder: 'tax-form',
      about: 'Your W-9 form without the tax number, as the portal shows it to you.',
      files: (contractorId) => formFiles(context, contractorId),
    },
  ],
});

async function* formFiles(context: Context, contractorId: number) {
  const copyKey = (await findW9(context.db, contractorId))?.copyKey ?? '';
  if (copyKey === '') return;
  yield {
    name: 'w-9.pdf',
    content: () =>
      openVault(context)
        .read(copyKey)
        .catch(() => null),
  };
}
