import type { decideEmailChoice, readEmailChoice } from '@lintel/contract/customers/email-choice';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findEmailChoice } from './application-repository.ts';
import { requireCustomer } from './keep.ts';
import { presentCustomer } from './present.ts';
import { insertEvent, lockContact, lockCustomer, updateCustomer } from './repository.ts';
import type { OwnedCustomer } from './service.ts';

/** The pending decision about the customer's e-mail; null when there is nothing to decide. */
export async function readChoice(
  { db }: Context,
  { contractorId, customerId }: OwnedCustomer,
): Promise<ResponseBody<typeof readEmailChoice>> {
  const found = await findEmailChoice(
    db,
    await requireCustomer(db, { contractorId, id: customerId }),
  );
  if (found?.appliedAt == null) return { data: null };
  return { data: { ...found, appliedAt: found.appliedAt.toISOString() } };
}

/**
 * Accepts the e-mail of an application, or keeps the current one. Throws `conflict` when already
 * decided.
 */
export async function decideChoice(
  { db, clock }: Context,
  caller: Caller,
  { contractorId, customerId }: OwnedCustomer,
  { applicationId, accept }: RequestPart<typeof decideEmailChoice, 'body'>,
) {
  const row = await db.transaction(async (tx) => {
    const key = {
      contractorId,
      id: (await requireCustomer(tx, { contractorId, id: customerId })).id,
    };
    const seen = await findEmailChoice(tx, await requireCustomer(tx, key));
    if (accept && seen !== undefined)
      await lockContact(tx, contractorId, { phone: '', email: seen.email });
    const before = await lockCustomer(tx, key);
    if (before === undefined || before.anonymisedAt !== null) throw new AppError('not_found');
    const found = before.mergedInto === null ? await findEmailChoice(tx, before) : undefined;
    if (found?.applicationId !== applicationId) throw new AppError('conflict');
    const now = clock.now();
    const kind = accept ? 'email-accepted' : 'email-kept';
    await insertEvent(tx, key, now, {
      kind,
      actorId: caller.authenticated.id,
      details: { applicationId },
    });
    await recordAudit(tx, clock, caller, {
      action: `customer.${kind}`,
      entity: 'customer',
      entityId: key.id,
      details: { applicationId },
    });
    if (!accept) return before;
    return updateCustomer(tx, key, { email: found.email, updatedAt: now, activeAt: now });
  });
  return presentCustomer(db, caller, row);
}
