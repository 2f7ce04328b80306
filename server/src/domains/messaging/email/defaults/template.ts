import type { BuiltInEvent } from '@lintel/contract/emails/constants';

export const categoryNames = [
  'Account',
  'Applications',
  'Homeowners',
  'Billing',
  'Payouts',
  'Support and leads',
] as const;
export type CategoryName = (typeof categoryNames)[number];

export interface DefaultTemplate {
  event: BuiltInEvent;
  category: CategoryName;
  description: string;
  /** 0: internal (staff); 1: contractors and their users. */
  type: 0 | 1;
  to: string;
  subject: string;
  body: string;
  unsubscribe: boolean;
}

/** To the user concerned, or to the address in the data. */
export const toUser = '{{ to | default: user.email }}';
