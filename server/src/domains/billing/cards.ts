import { cardMessages, type CardForm, type HandedCard } from '@lintel/contract/billing-cards';
import { dayIn, daysUntilExpiration, readExpiry } from '@lintel/contract/billing-card-rules';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { detachCard } from './card-jobs.ts';
import { findCard, findCardByMethod, putCard, type CardRow } from './card-repository.ts';
import { lockPayer } from './contractor-repository.ts';
import { ensureCustomer } from './customers.ts';
import type { BillingDeps } from './deps.ts';
import { askGateway } from './gateway-calls.ts';
import type { CardSource, GatewayCard } from './gateway/port.ts';
import { retryAfterCardChange } from './queue-jobs.ts';

export type CardDeps = Pick<BillingDeps, 'db' | 'clock' | 'gateway' | 'timeZone' | 'warn'>;

/** The contractor of the user that a path names: the caller, or whom the caller is switched into. Throws `not_found`. */
export function contractorOfUser(caller: Caller, userId: number | undefined): number {
  const { id, contractorId } = caller.user;
  if (contractorId === null || (userId !== undefined && userId !== id)) throw new AppError('not_found');
  return contractorId;
}

/** The card of the user's contractor. Throws `not_found` for another user. */
export const readCard = (deps: CardDeps, caller: Caller, userId: number): Promise<CardRow | undefined> =>
  findCard(deps.db, contractorOfUser(caller, userId));

export interface CardChange {
  userId: number;
  card: CardForm | HandedCard;
  /** The same for a repeated call, so that the gateway keeps the card once. */
  idempotencyKey: string;
}

/**
 * Adds a card, or puts it in the place of the current one. The gateway is asked before anything is stored; what it refuses is
 * `invalid`. Throws `not_found` for another user, `gateway_unavailable`.
 */
export async function saveCard(deps: CardDeps, caller: Caller, { userId, card, idempotencyKey }: CardChange): Promise<void> {
  const { db, gateway, warn } = deps;
  const contractorId = contractorOfUser(caller, userId);
  const source = sourceOf(deps, card);
  const kept = await askGateway(warn, async () => {
    const customerId = await ensureCustomer(deps, contractorId, caller.user.email);
    return gateway.attachCard(customerId, source, `card:${contractorId}:${idempotencyKey}`);
  });
  await db.transaction((tx) => storeCard(tx, deps, caller, { contractorId, kept, card }));
}

async function storeCard(tx: Database, deps: CardDeps, caller: Caller, taken: TakenCard): Promise<void> {
  if (await keepCard(tx, deps, caller, taken)) await retryAfterCardChange(tx, taken.contractorId);
}

/** A card that the gateway keeps now, and what was typed of its holder. */
export interface TakenCard {
  contractorId: number;
  kept: GatewayCard;
  card: CardForm | HandedCard;
}

/** Stores a card as the one to pay with, in the caller's transaction. False when it is stored already. */
export async function keepCard(
  tx: Database,
  { clock, gateway }: Pick<CardDeps, 'clock' | 'gateway'>,
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
    await enqueue(tx, detachCard, { gateway: replaced.gateway, paymentMethodId: replaced.paymentMethodId });
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

/** Raw numbers are only for the sandbox, and what a browser handed over only for a gateway that takes cards from browsers. */
export function sourceOf({ clock, gateway, timeZone }: CardDeps, card: CardForm | HandedCard): CardSource {
  const { name, address_zip: zip } = card;
  if ('paymentMethodId' in card) {
    if (gateway.name === 'sandbox') throw invalidField('number', cardMessages.number);
    return { paymentMethodId: card.paymentMethodId, name, zip };
  }
  if (gateway.name !== 'sandbox') {
    throw new AppError('invalid', {
      fields: { number: 'Card numbers are not taken here. Please use the fields of the payment provider.' },
    });
  }
  const expiry = readExpiry(card.expiration);
  if (expiry === null || daysUntilExpiration(expiry, dayIn(clock.now(), timeZone)) < 1) {
    throw invalidField('expiration', cardMessages.expiration);
  }
  const { month: expireMonth, year: expireYear } = expiry;
  return { details: { number: card.number, cvc: card.cvc, expireMonth, expireYear, name, zip } };
}
