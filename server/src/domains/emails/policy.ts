import { accountEvents } from '@lintel/contract/emails/constants';

/** Whether messages about this always go, whatever is unsubscribed or disabled. */
export const isAccountEvent = (event: string): boolean =>
  accountEvents.some((one) => one === event);
