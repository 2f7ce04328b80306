import { documentContent, type DocumentContent } from '@lintel/contract/documents/content';
import type { FullDocument } from '@lintel/contract/documents/views';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { resolveSections } from '../../platform/http/sections.ts';
import { requireCustomer } from '../customers/index.ts';
import { findNewestByCustomer } from './repository.ts';

interface CustomerKey {
  contractorId: number;
  customerId: number;
}

/** A document without the data of sections that `caller` can't see. */
export function asSeenBy(caller: Caller, document: FullDocument): FullDocument {
  if (resolveSections(caller).applications) return document;
  const payments = document.payments.map((payment) => ({
    ...payment,
    applicationId: null,
    lenderName: '',
  }));
  return { ...document, payments };
}

/**
 * The customer data for a new document. A caller with the Customers section gets the customer's
 * record. Others get the data in the customer's newest document, which the Documents section shows
 * anyway: otherwise enumerating ids would expose every customer. Throws `not_found`.
 */
export async function customerForDraft(
  db: Database,
  caller: Caller,
  { contractorId, customerId }: CustomerKey,
): Promise<DocumentContent['customer']> {
  const customer = await requireCustomer(db, { contractorId, id: customerId });
  if (resolveSections(caller).customers) {
    const { name, phone, email, street, city, state, zip } = customer;
    return documentContent.shape.customer.parse({ name, phone, email, street, city, state, zip });
  }
  const newest = await findNewestByCustomer(db, { contractorId, customerId: customer.id });
  if (newest === undefined) throw new AppError('not_found');
  return newest.content.customer;
}

/**
 * Rejects a customer that `caller` may not choose: without the Customers section, only customers
 * with an existing document are allowed. Throws `not_found`.
 */
export async function requireChoosable(
  db: Database,
  caller: Caller,
  { contractorId, customerId }: { contractorId: number; customerId: number | null },
): Promise<void> {
  if (customerId !== null && !resolveSections(caller).customers)
    await customerForDraft(db, caller, { contractorId, customerId });
}
