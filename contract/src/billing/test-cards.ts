/**
 * How the sandbox treats a test card: it rejects it, or stores it and behaves this way when
 * charging.
 */
export type TestCardBehavior =
  | {
      refusedWith:
        | 'card_declined'
        | 'insufficient_funds'
        | 'expired_card'
        | 'incorrect_cvc'
        | 'incorrect_zip';
    }
  | {
      charged: 'succeeds' | 'declines' | 'authenticates_once' | 'authenticates_always' | 'disputed';
    };

export interface TestCard {
  number: string;
  /** The gateway's name of the brand. */
  brand: string;
  /** The behavior, for a person. */
  description: string;
  behavior: TestCardBehavior;
}

const good = (number: string, brand: string, name: string): TestCard => ({
  number,
  brand,
  description: `${name}, succeeds`,
  behavior: { charged: 'succeeds' },
});

const visa = (number: string, description: string, behavior: TestCardBehavior): TestCard => ({
  number,
  brand: 'visa',
  description,
  behavior,
});

/**
 * The numbers that the sandbox gateway accepts, with any future date, any CVC, and any ZIP code.
 * They behave like the same numbers in Stripe's test mode; the Maestro number only adds its brand.
 */
export const testCards: readonly TestCard[] = [
  good('4242424242424242', 'visa', 'Visa'),
  good('5555555555554444', 'mastercard', 'Mastercard'),
  good('378282246310005', 'amex', 'American Express'),
  good('6011111111111117', 'discover', 'Discover'),
  good('3056930009020004', 'diners', 'Diners Club'),
  good('3566002020360505', 'jcb', 'JCB'),
  good('6200000000000005', 'unionpay', 'UnionPay'),
  good('6759649826438453', 'maestro', 'Maestro'),
  visa('4000000000000341', 'Can be added, but is declined when charged', { charged: 'declines' }),
  visa('4000002500003155', 'Requires authentication the first time', {
    charged: 'authenticates_once',
  }),
  visa('4000002760003184', 'Requires authentication every time', {
    charged: 'authenticates_always',
  }),
  visa('4000000000000259', 'Succeeds, then is disputed', { charged: 'disputed' }),
  visa('4000000000000002', 'Declined when added', { refusedWith: 'card_declined' }),
  visa('4000000000009995', 'Insufficient funds when added', { refusedWith: 'insufficient_funds' }),
  visa('4000000000000069', 'Expired when added', { refusedWith: 'expired_card' }),
  visa('4000000000000127', 'Wrong CVC when added', { refusedWith: 'incorrect_cvc' }),
  visa('4000000000000036', 'Wrong zip code when added', { refusedWith: 'incorrect_zip' }),
];
