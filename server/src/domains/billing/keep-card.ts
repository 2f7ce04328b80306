import type { CardForm, HandedCard } from '@lintel/contract/billing/cards';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { detachCard } from './card-jobs.ts';
import { findCardByMethod, putCard } from './card-repository.ts';
import { lockPayer } from './contractor-repository.ts';
import type { BillingDeps } from './deps.ts';
import type { GatewayCard } from './gateway/port.ts';

/** A card that the gateway keeps now, and what was typed of its holder. */
export interface TakenCard {
  contractorId: number;
  kept: GatewayCard;
  card: CardForm | HandedCard;
}

/**
 * Stores a card as the one to pay with, in the caller's transaction. False when it is stored
 * already.
 */
export async function keepCard(
  tx: Database,
  { clock, gateway }: Pick<BillingDeps, 'clock' | 'gateway'>,
  caller: Caller | null,
  { contractorId, kept, card }: TakenCard,
): Promise<boolean> {
  await lockPayer(tx, contractorId);
  // A repeated call after a crash: the gateway has named the same card, and it is stored already.
  if ((await findCardByMethod(tx, kept.id)) !== undefined) return false;
  const { id: paymentMethodId, ...facts } = kept;
  const holder = { cardholderName: card.name, zipCode: card.address_zip };
  const { added, replaced } = await putCard(tx, {
    ...facts,
    ...holder,
    paymentMethodId,
    contractorId,
    gateway: gateway.name,
    addedAt: clock.now(),
  });
  if (replaced !== undefined) {
    await enqueue(tx, detachCard, {
      gateway: replaced.gateway,
      paymentMethodId: replaced.paymentMethodId,
    });
  }
  await recordAudit(tx, clock, caller, {
    action: replaced === undefined ? 'card.added' : 'card.replaced',
    entity: 'card',
    entityId: added.id,
    contractorId,
    details: { brand: added.brand, last4: added.last4 },
  });
  return true;
}
