import { dayMs } from '@lintel/contract/core/durations';
import { amountRange } from '@lintel/contract/applications/constants';
import { linkDays } from '@lintel/contract/links/constants';
import { AppError } from '../../platform/errors.ts';
import { requireSending } from '../contractors/index.ts';
import { requireCustomer } from '../customers/index.ts';
import { pageNames } from '../pages/index.ts';
import { sendOnce } from './channels.ts';
import type { Context } from '../../platform/context.ts';
import { insertLink, lockUnsent, updateLink } from './repository.ts';
import { isUsable } from './send.ts';

/** The customer who wants financing, and the amount. */
export interface CodeRequest {
  contractorId: number;
  customerId: number | null;
  amountCents: number;
}

/**
 * A code that prefills the form for a customer who continues to it from a document. Its link was
 * sent by no one and is reused each time. Null when there is no customer, or when the contractor's
 * plan sends no links.
 */
export async function applyCode(
  context: Context,
  { contractorId, customerId, amountCents }: CodeRequest,
): Promise<string | null> {
  if (customerId === null) return null;
  return context.db
    .transaction(async (tx) => {
      await requireSending(tx, contractorId);
      const customer = await requireCustomer(tx, { contractorId, id: customerId });
      const [page] = await pageNames(tx, contractorId);
      if (page === undefined) return null;
      const now = context.clock.now();
      const isAllowed =
        amountCents >= amountRange.min * 100 && amountCents <= amountRange.max * 100;
      const known = await lockUnsent(tx, { contractorId, customerId: customer.id });
      const isReusable = known !== undefined && isUsable(known, now);
      const link = isReusable
        ? known
        : await insertLink(tx, {
            contractorId,
            customerId: customer.id,
            pageId: page.id,
            channel: 'share',
            language: 'en',
            amountCents: isAllowed ? amountCents : null,
            name: customer.name,
            phone: customer.phone,
            email: customer.email,
            createdAt: now,
            expiresAt: new Date(now.getTime() + linkDays * dayMs),
            sendState: 'sent',
            sentAt: now,
          });
      const n = isReusable ? link.sends + 1 : 1;
      const kind = isReusable ? 'again' : 'first';
      if (isReusable)
        await updateLink(tx, link, { sends: n, lastSend: n, ...(isAllowed && { amountCents }) });
      const { address } = await sendOnce(tx, context, link, { n, kind, by: null, confirmed: null });
      return address.slice(address.lastIndexOf('/') + 1);
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
}
