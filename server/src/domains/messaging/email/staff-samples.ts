import type { EventData } from './event-data.ts';

/** Sample data for messages to staff who pay, and who manage lenders. */
export const staffSamples = (
  user: EventData['payout-run-waiting']['user'],
  at: (path: string) => string,
) => ({
  'payout-run-waiting': {
    user,
    run: { id: 104, preparedBy: 'Avery Quinn', payouts: '12 payouts', amount: '$4,210.50' },
    link: at('/manage/payouts?tab=runs'),
  },
  'lender-failing': {
    user,
    lender: {
      name: 'Keystone Home Credit',
      problem: 'No answer within 20 seconds.',
      works: false,
    },
    link: at('/manage/lenders/100'),
  },
  'lender-certificate': {
    user,
    lender: { name: 'Keystone Home Credit' },
    expiresOn: 'March 5, 2026',
    link: at('/manage/lenders/100'),
  },
  'funding-reversed-payers': {
    user,
    company: { name: 'Ellis & Sons Roofing' },
    reversal: { lender: 'First Lender', amount: '$2,000.00', application: 31 },
    link: at('/manage/payouts'),
  },
});
