import type { Card } from '@lintel/contract/billing/cards';
import { daysUntilExpiration } from '@lintel/contract/billing/card-rules';
import { dayIn } from '@lintel/contract/core/days';
import type { CardRow } from './card-repository.ts';

const hidden = '•••• •••• ••••';

/** A stored card as its contractor sees it at `now`. */
export function presentCard(card: CardRow, now: Date, timeZone: string): Card {
  const { id, brand, cardholderName, zipCode, expireMonth, expireYear } = card;
  return {
    id,
    number: `${hidden} ${card.last4}`,
    brand,
    cardholderName,
    zipCode,
    expireMonth,
    expireYear,
    daysUntilExpiration: daysUntilExpiration(
      { month: expireMonth, year: expireYear },
      dayIn(now, timeZone),
    ),
  };
}
