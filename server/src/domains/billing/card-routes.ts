import * as contract from '@lintel/contract/billing/cards';
import { handle, type Route } from '../../platform/http/route.ts';
import { findCard } from './card-repository.ts';
import { saveCard, type CardDeps } from './cards.ts';
import { presentCard } from './present-card.ts';

export interface CardRouteDeps extends CardDeps {
  /** What a browser may know of the gateway. */
  shownGateway: {
    publishableKey: string | null;
    testCards: { number: string; description: string }[];
  };
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
