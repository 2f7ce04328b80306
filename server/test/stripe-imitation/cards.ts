import type { Decline } from './problem.ts';

/** A card's behavior, by the name of Stripe's own test payment method. */
export interface TestMethod {
  brand: string;
  last4: string;
  /** Why it can't be stored. */
  attach?: Decline;
  /** Why it can't be charged. */
  charge?: Decline;
  authenticates?: 'once' | 'always';
}

const decline = (code: string, reason: string, message: string, param?: string): Decline => ({
  code,
  decline_code: reason,
  message,
  ...(param !== undefined && { param }),
});

const generic = decline('card_declined', 'generic_decline', 'Your card was declined.');
const visa = (last4: string, rest: Partial<TestMethod> = {}): TestMethod => ({
  brand: 'visa',
  last4,
  ...rest,
});

export const testMethods: Record<string, TestMethod> = {
  pm_card_visa: visa('4242'),
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_chargeDeclined: visa('0002', { attach: generic }),
  pm_card_chargeDeclinedInsufficientFunds: visa('9995', {
    attach: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  }),
  pm_card_chargeDeclinedExpiredCard: visa('0069', {
    attach: decline('expired_card', 'expired_card', 'Your card has expired.', 'exp_month'),
  }),
  pm_card_chargeDeclinedIncorrectCvc: visa('0127', {
    attach: decline(
      'incorrect_cvc',
      'incorrect_cvc',
      'Your card’s security code is incorrect.',
      'cvc',
    ),
  }),
  pm_card_avsZipFail: visa('0036', {
    attach: decline(
      'incorrect_zip',
      'incorrect_zip',
      'Your card’s postal code is incorrect.',
      'address_zip',
    ),
  }),
  pm_card_chargeCustomerFail: visa('0341', { charge: generic }),
  pm_card_authenticationRequiredOnSetup: visa('3155', { authenticates: 'once' }),
  pm_card_authenticationRequired: visa('3184', { authenticates: 'always' }),
};

export const authenticationRequired = decline(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);
export const authenticationFailed = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided payment method has failed authentication.',
};
