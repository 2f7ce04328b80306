import type { Context } from '../../../platform/context.ts';
import * as contract from '@lintel/contract/billing/cards';
import { daysUntilExpiration } from '@lintel/contract/billing/card-rules';
import type { Card } from '@lintel/contract/billing/cards';
import { dayIn } from '@lintel/contract/core/days';
import { handle, type Route } from '../../../platform/http/route.ts';
import { shownGateway } from '../gateway/index.ts';
import { saveCard } from './cards.ts';
import { findCard, type CardRow } from './repository.ts';

const saved = { create: 'Card added successfully', update: 'Card updated successfully' } as const;

export const cardRoutes = (context: Context): Route[] => [
  handle(contract.readCard, async ({ owned }) => {
    const card = await findCard(context.db, owned.contractorId);
    return card === undefined ? { id: null } : presentCard(card, context);
  }),
  handle(
    contract.saveCard,
    async ({ query, body: card, caller, owned: { contractorId }, request: { idempotencyKey } }) => {
      await saveCard(context, caller, { contractorId, card, idempotencyKey });
      return { message: saved[query.mode] };
    },
  ),
  handle(contract.readGateway, async () => shownGateway(context)),
];

const hidden = '•••• •••• ••••';

/** A stored card as shown to its contractor. */
function presentCard(card: CardRow, { clock, config }: Context): Card {
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
      dayIn(clock.now(), config.BUSINESS_TIME_ZONE),
    ),
  };
}
