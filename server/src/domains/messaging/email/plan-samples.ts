import type { EventData } from './event-data.ts';

export const documentItems = [
  {
    name: 'Roof replacement',
    details: 'Tear-off of two layers\nNew underlayment',
    amount: '$12,000.00',
  },
  { name: 'Gutter cleaning', details: '', amount: '$480.00' },
];

type Common = Pick<EventData['plan-canceled'], 'user' | 'company'>;

/** Sample data for messages about plan changes by staff; `link` opens Billing. */
export const planSamples = ({ user, company }: Common, link: string) => ({
  'plan-changed': {
    user,
    company,
    plan: { old: 'Pro', new: 'Concierge', price: '$2,388.00', from: 'March 4, 2027', isNow: true },
    link,
  },
  'plan-canceled': {
    user,
    company,
    plan: { name: 'Pro', isNow: false, until: 'March 4, 2027', refund: '' },
    link,
  },
  'plan-continues': {
    user,
    company,
    plan: { name: 'Pro', until: 'March 4, 2027' },
    link,
  },
  'payment-refunded': {
    user,
    company,
    payment: {
      number: '100-1-03',
      amount: '$1,188.00',
      refund: '$49.50',
      plan: 'Pro',
      date: 'March 5, 2026',
    },
    link,
  },
});
