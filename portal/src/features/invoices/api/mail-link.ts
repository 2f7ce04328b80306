import type { mailLink as endpoint } from '@lintel/contract/invoices';
import { call } from '../../../lib/api/call.ts';

/** E-mails the page's address to a customer. */
export const mailLink = call<typeof endpoint>(
  { method: 'POST', path: '/widgets/{pageId}/price/mail', encoding: 'form' },
  { handles: [500] },
);
