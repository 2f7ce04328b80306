import type { PayoutMethod } from '@lintel/contract/payouts-method';
import { payoutMethodName } from '@lintel/contract/payouts-constants';
import type { MethodRow, Payee } from './method-repository.ts';

const digitsOfRouting = 9;

/**
 * A stored number as it is read back: its last four digits. How long an account number is stays
 * untold.
 */
const masked = (last4: string, digits: number): string =>
  `${'*'.repeat(digits - last4.length)}${last4}`;

export const payeeName = ({ firstName, lastName }: Pick<Payee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const presentMethod = (payee: Payee, method: MethodRow, now: Date): PayoutMethod => ({
  payoutMethod: payoutMethodName,
  payeeName: payeeName(payee),
  address: payee.companyAddress,
  accHolderName: method.accHolderName,
  bankName: method.bankName,
  accountType: method.accountType,
  routingNumber: masked(method.routingLast4, digitsOfRouting),
  accNumber: masked(method.accountLast4, 8),
  heldUntil:
    method.heldUntil !== null && method.heldUntil > now ? method.heldUntil.toISOString() : null,
  returnCode: method.returnCode,
  version: method.version,
});

/** The same in short; an empty object stays one. */
export function inShort(method: PayoutMethod | Record<string, never>) {
  if (!('payoutMethod' in method)) return {};
  const { payoutMethod, bankName, accNumber, heldUntil } = method as PayoutMethod;
  return { payoutMethod, bankName, accNumber, heldUntil };
}
