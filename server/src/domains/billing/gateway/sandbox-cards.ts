import { daysUntilExpiration, passesLuhn } from '@lintel/contract/billing/card-rules';
import { testCards, type TestCard } from '@lintel/contract/billing/test-cards';
import { dayIn } from '@lintel/contract/core/days';
import { refusalField, GatewayRefusal, type CardDetails, type GatewayCard } from './port.ts';

/** The sandbox's messages, by the codes it shares with Stripe. */
const words = {
  incorrect_number: "This isn't a valid card number. Please check it.",
  test_mode_live_card:
    'The sandbox accepts only its published test numbers, such as 4242 4242 4242 4242.',
  invalid_expiry_month: 'The expiration month is not valid.',
  invalid_expiry_year: 'The expiration date is in the past.',
  invalid_cvc: 'The security code has the wrong number of digits.',
  card_declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is wrong.',
  incorrect_zip: 'The zip code does not match the card.',
  authentication_required: 'The bank wants the cardholder to authenticate this payment.',
  canceled: 'The payment was canceled.',
  payment_intent_authentication_failure: 'The bank could not authenticate the cardholder.',
} as const;

type Code = keyof typeof words;

const refuse = (code: Code): never => {
  throw new GatewayRefusal(code, words[code], refusalField(code));
};

/** The effect of charging a card. */
type Behavior = Extract<TestCard['behavior'], { charged: string }>['charged'];

/** Whether the month is over in every time zone. */
const isOver = (month: number, year: number, now: Date): boolean =>
  daysUntilExpiration({ month, year }, dayIn(now, 'Etc/GMT+12')) < 1;

/**
 * The sandbox's stored data of a card. Throws `GatewayRefusal` for an invalid or unknown card, or
 * one that its rules reject.
 */
export function checkCard(
  details: CardDetails,
  now: Date,
): Omit<GatewayCard, 'id'> & { behavior: Behavior } {
  const number = details.number.replace(/[\s-]/g, '');
  if (!passesLuhn(number)) return refuse('incorrect_number');
  const known = testCards.find((card) => card.number === number);
  if (known === undefined) return refuse('test_mode_live_card');
  const { expireMonth, expireYear, cvc } = details;
  if (!Number.isInteger(expireMonth) || expireMonth < 1 || expireMonth > 12)
    return refuse('invalid_expiry_month');
  if (isOver(expireMonth, expireYear, now)) return refuse('invalid_expiry_year');
  if (!(known.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) return refuse('invalid_cvc');
  if ('refusedWith' in known.behavior) return refuse(known.behavior.refusedWith);
  return {
    brand: known.brand,
    last4: number.slice(-4),
    expireMonth,
    expireYear,
    behavior: known.behavior.charged,
  };
}

export interface Outcome {
  status: 'succeeded' | 'requires_action' | 'failed';
  failureCode: string;
  failureMessage: string;
}

const failure = (failureCode: Code): Outcome => ({
  status: 'failed',
  failureCode,
  failureMessage: words[failureCode],
});

export const success: Outcome = { status: 'succeeded', failureCode: '', failureMessage: '' };

export const notAuthenticated: Outcome = failure('payment_intent_authentication_failure');

export const calledOff: Outcome = failure('canceled');

/** The result of a charge. `offSession`: the cardholder isn't present to authenticate. */
export function cardOutcome(
  card: { behavior: string; expireMonth: number; expireYear: number },
  { offSession, now }: { offSession: boolean; now: Date },
): Outcome {
  if (isOver(card.expireMonth, card.expireYear, now)) return failure('expired_card');
  if (card.behavior === 'declines') return failure('card_declined');
  if (card.behavior === 'succeeds' || card.behavior === 'disputed') return success;
  return offSession
    ? failure('authentication_required')
    : { ...success, status: 'requires_action' };
}
