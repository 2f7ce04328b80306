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

/** The product's own text for an event. */
export interface DefaultTemplate {
  event: BuiltInEvent;
  category: CategoryName;
  description: string;
  /** 0 goes to the provider's own people, 1 to contractors and their users. */
  type: 0 | 1;
  to: string;
  subject: string;
  body: string;
  /** Whether readers may unsubscribe from it. */
  unsubscribe: boolean;
}

/** To the user that the message is about, or to the address that the message names. */
export const toUser = '{{ to | default: user.email }}';
