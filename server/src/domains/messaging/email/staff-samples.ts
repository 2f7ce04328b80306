import type { EventData } from './event-data.ts';

const lenderPerson = { firstname: 'Robin', lastname: 'Hale', email: 'robin@keystone.example' };
const deskNews = (at: (path: string) => string) => ({
  user: lenderPerson,
  application: { reference: 'LN7Q2M5XK9' },
  link: at('/lender/applications/LN7Q2M5XK9'),
});

/** Sample data for messages to staff who pay or manage lenders, and to lenders' people. */
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
  'lender-person-invited': {
    user: lenderPerson,
    to: lenderPerson.email,
    link: at('/confirm?m=sample'),
    expiresIn: '7 days',
    invitedBy: 'Avery Quinn',
    lender: { name: 'Keystone Home Credit' },
  },
  'lender-person-welcome': { user: lenderPerson, to: lenderPerson.email, link: at('/login') },
  'lender-desk-application': deskNews(at),
  'lender-desk-chosen': deskNews(at),
  'lender-desk-documents': deskNews(at),
  'funding-reversed-payers': {
    user,
    company: { name: 'Ellis & Sons Roofing' },
    reversal: { lender: 'First Lender', amount: '$2,000.00', application: 31 },
    link: at('/manage/payouts'),
  },
});
