import * as contract from '@lintel/contract/billing/cards';
import { daysUntilExpiration } from '@lintel/contract/billing/card-rules';
import type { Card } from '@lintel/contract/billing/cards';
import { dayIn } from '@lintel/contract/core/days';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { ShownGateway } from '../gateway/index.ts';
import { saveCard, type CardDeps } from './cards.ts';
import { findCard, type CardRow } from './repository.ts';

interface CardRouteDeps extends CardDeps {
  shownGateway: ShownGateway;
}

const saved = { create: 'Card added successfully', update: 'Card updated successfully' } as const;

export const cardRoutes = (deps: CardRouteDeps): Route[] => [
  handle(contract.readCard, async ({ owned }) => {
    const card = await findCard(deps.db, owned.contractorId);
    return card === undefined ? { id: null } : presentCard(card, deps.clock.now(), deps.timeZone);
  }),
  handle(
    contract.saveCard,
    async ({ query, body: card, caller, owned: { contractorId }, request: { idempotencyKey } }) => {
      await saveCard(deps, caller, { contractorId, card, idempotencyKey });
      return { message: saved[query.mode] };
    },
  ),
  handle(contract.readGateway, async () => ({ gateway: deps.gateway.name, ...deps.shownGateway })),
];

const hidden = '•••• •••• ••••';

/** A stored card as shown to its contractor at `now`. */
function presentCard(card: CardRow, now: Date, timeZone: string): Card {
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
