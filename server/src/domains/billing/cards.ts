import type { CardForm, HandedCard } from '@lintel/contract/billing/cards';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { sourceOf } from './card-source.ts';
import { ensureCustomer } from './customers.ts';
import type { BillingDeps } from './deps.ts';
import { askGateway } from './gateway-calls.ts';
import { keepCard, type TakenCard } from './keep-card.ts';
import { retryAfterCardChange } from './queue-jobs.ts';

export type CardDeps = Pick<BillingDeps, 'db' | 'clock' | 'gateway' | 'timeZone' | 'log'>;

export interface CardChange {
  contractorId: number;
  card: CardForm | HandedCard;
  /** The same for a repeated call, so that the gateway keeps the card once. */
  idempotencyKey: string;
}

/**
 * Adds a card, or puts it in the place of the current one. The gateway is asked before anything is
 * stored; what it refuses is `invalid`. Throws `gateway_unavailable`.
 */
export async function saveCard(
  deps: CardDeps,
  caller: Caller,
  { contractorId, card, idempotencyKey }: CardChange,
): Promise<void> {
  const { db, gateway, log } = deps;
  const source = sourceOf(deps, card);
  const kept = await askGateway(log, async () => {
    const customerId = await ensureCustomer(deps, contractorId, caller.user.email);
    return gateway.attachCard(customerId, source, `card:${contractorId}:${idempotencyKey}`);
  });
  await db.transaction((tx) => storeCard(tx, deps, caller, { contractorId, kept, card }));
}

async function storeCard(
  tx: Database,
  deps: CardDeps,
  caller: Caller,
  taken: TakenCard,
): Promise<void> {
  if (await keepCard(tx, deps, caller, taken)) await retryAfterCardChange(tx, taken.contractorId);
}
