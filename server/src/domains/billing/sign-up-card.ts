import type { CardForm, HandedCard } from '@lintel/contract/billing-cards';
import { messages } from '@lintel/contract/core/fields';
import { invalidField } from '../../platform/errors.ts';
import { sourceOf } from './card-source.ts';
import { ensureCustomer } from './customers.ts';
import { askGateway } from './gateway-calls.ts';
import type { CardSource } from './gateway/port.ts';
import { keepCard } from './keep-card.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import type { PlanRow } from './sign-up-plans.ts';
import type { Registered } from './sign-up-registration.ts';
import { beginSubscription } from './sign-up-subscription.ts';

/** What the gateway is given of the card. Throws `invalid` without one. */
export function sourceOfCard(deps: SignUpDeps, card: CardForm | HandedCard | undefined): CardSource {
  if (card === undefined) throw invalidField('card.number', messages.required);
  return sourceOf(deps, card);
}

export interface CardToBind {
  plan: PlanRow;
  registered: Registered;
  card: CardForm | HandedCard;
  source: CardSource;
  email: string;
  /** The same for a repeated call, so that the gateway keeps the card once. */
  idempotencyKey: string;
}

/** Has the gateway keep the card and begins the subscription that it pays. Returns its first payment, null when nothing is due. */
export async function bindCard(deps: SignUpDeps, bound: CardToBind): Promise<number | null> {
  const { plan, registered, source, card, email, idempotencyKey } = bound;
  const { contractorId } = registered;
  const kept = await askGateway(deps.warn, async () => {
    const customerId = await ensureCustomer(deps, contractorId, email);
    return deps.gateway.attachCard(customerId, source, `card:${contractorId}:${idempotencyKey}`);
  });
  return deps.db.transaction(async (tx) => {
    await keepCard(tx, deps, null, { contractorId, kept, card });
    return beginSubscription(tx, deps, plan, registered);
  });
}
