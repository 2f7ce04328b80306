import Stripe from 'stripe';
import { GatewayRefusal } from './port.ts';
import { fieldOf } from './refusals.ts';

const { errors } = Stripe;

/**
 * The most telling of Stripe's words for a failure: of a declined card the bank's reason, where it
 * gave one.
 */
export function wordOf(problem: { code?: string; decline_code?: string }): string {
  const { code = 'unknown', decline_code: reason = 'generic_decline' } = problem;
  return code === 'card_declined' && reason !== 'generic_decline' ? reason : code;
}

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Stripe was reached and said no: nothing happened. */
const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError;

/**
 * What our side sees of an error: a refusal with Stripe's words for a person, or an error without
 * anything of the request, because Stripe's own carry customers and cards and would end in logs.
 */
function translate(error: unknown): unknown {
  if (isRefusal(error)) {
    const code = error.code === undefined ? wordless(error) : wordOf(error);
    const message = isMissing(error)
      ? 'The payment provider does not know this card or payment any more.'
      : error.message;
    return new GatewayRefusal(code, message, fieldOf(code));
  }
  if (!(error instanceof errors.StripeError)) return error;
  const facts = [error.type, error.code, error.statusCode, error.requestId].filter(
    (fact) => fact !== undefined,
  );
  return new Error(`Stripe did not do what it was asked: ${facts.join(', ')}`);
}

/** Stripe has no code for a refund of more than is left. */
const wordless = ({ param }: Stripe.errors.StripeError): string =>
  param === 'amount' ? 'amount_too_large' : 'invalid_request';

/** Asks Stripe, with its errors translated. */
export async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw translate(error);
  }
}

/** The intent that a declined card left behind, if the error is about one. */
export const declinedIntent = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof errors.StripeCardError ? (error.payment_intent ?? null) : null;
