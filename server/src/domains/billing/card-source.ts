import { daysUntilExpiration, readExpiry } from '@lintel/contract/billing/card-rules';
import { dayIn } from '@lintel/contract/core/days';
import { cardMessages, type CardForm, type HandedCard } from '@lintel/contract/billing/cards';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { BillingDeps } from './deps.ts';
import type { CardSource } from './gateway/port.ts';

/**
 * Raw numbers are only for the sandbox, and what a browser handed over only for a gateway that
 * takes cards from browsers.
 */
export function sourceOf(
  { clock, gateway, timeZone }: Pick<BillingDeps, 'clock' | 'gateway' | 'timeZone'>,
  card: CardForm | HandedCard,
): CardSource {
  const { name, address_zip: zip } = card;
  if ('paymentMethodId' in card) {
    if (gateway.name === 'sandbox') throw invalidField('number', cardMessages.number);
    return { paymentMethodId: card.paymentMethodId, name, zip };
  }
  if (gateway.name !== 'sandbox') {
    throw new AppError('invalid', {
      fields: {
        number: 'Card numbers are not taken here. Please use the fields of the payment provider.',
      },
    });
  }
  const expiry = readExpiry(card.expiration);
  if (expiry === null || daysUntilExpiration(expiry, dayIn(clock.now(), timeZone)) < 1) {
    throw invalidField('expiration', cardMessages.expiration);
  }
  const { month: expireMonth, year: expireYear } = expiry;
  return { details: { number: card.number, cvc: card.cvc, expireMonth, expireYear, name, zip } };
}
