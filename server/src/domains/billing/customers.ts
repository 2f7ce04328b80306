import { countCards, findCustomerId, keepCustomerId } from './card-repository.ts';
import { findPayer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';

/**
 * The contractor as the gateway knows it, made there when it is new. Asks the gateway, so not
 * within a transaction.
 */
export async function ensureCustomer(
  { db, gateway }: Pick<BillingDeps, 'db' | 'gateway'>,
  contractorId: number,
  email: string,
): Promise<string> {
  const known = await findCustomerId(db, contractorId, gateway.name);
  if (known !== undefined) return known;
  const payer = await findPayer(db, contractorId);
  // Asked in the same words, the gateway names an account again that it has ended.
  const earlier = await countCards(db, contractorId, gateway.name);
  const made = await gateway.createCustomer({
    reference: `contractor:${contractorId}${earlier === 0 ? '' : `:${earlier}`}`,
    name: payer?.companyName ?? '',
    email: payer?.email || email,
  });
  return keepCustomerId(db, { contractorId, gateway: gateway.name, customerId: made.id });
}
