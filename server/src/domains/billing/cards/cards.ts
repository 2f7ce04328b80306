import { daysUntilExpiration, readExpiry } from '@lintel/contract/billing/card-rules';
import { cardMessages, type CardForm, type HandedCard } from '@lintel/contract/billing/cards';
import { dayIn } from '@lintel/contract/core/days';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import type { BillingDeps } from '../deps.ts';
import { askGateway, type CardSource, type GatewayCard } from '../gateway/index.ts';
import { findPayer, lockPayer } from '../payer-repository.ts';
import { retryAfterCardChange } from '../queue-jobs.ts';
import { detachCard } from './jobs.ts';
import {
  countCards,
  findCardByMethod,
  findCustomerId,
  keepCustomerId,
  putCard,
} from './repository.ts';

export type CardDeps = Pick<BillingDeps, 'db' | 'clock' | 'gateway' | 'timeZone' | 'log'>;

interface CardChange {
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

/** A card that the gateway keeps now, and what was typed of its holder. */
interface TakenCard {
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

/**
 * The contractor as the gateway knows it, made there when it is new. Asks the gateway, so not
 * within a transaction.
 */
export async function ensureCustomer(
  { db, gateway }: Pick<BillingDeps, 'db' | 'gateway'>,
  contractorId: number,
  email: string,
): Promise<string> {
  const known = await findCustomerId(db, contractorId, gateway.name);
  if (known !== undefined) return known;
  const payer = await findPayer(db, contractorId);
  // Asked in the same words, the gateway names an account again that it has ended.
  const earlier = await countCards(db, contractorId, gateway.name);
  const made = await gateway.createCustomer({
    reference: `contractor:${contractorId}${earlier === 0 ? '' : `:${earlier}`}`,
    name: payer?.companyName ?? '',
    email: payer?.email || email,
  });
  return keepCustomerId(db, { contractorId, gateway: gateway.name, customerId: made.id });
}
