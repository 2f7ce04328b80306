import { daysUntilExpiration, readExpiry } from '@lintel/contract/billing/card-rules';
import { cardMessages, type CardForm, type HandedCard } from '@lintel/contract/billing/cards';
import { dayIn } from '@lintel/contract/core/days';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import { maskedNumber } from '../../../platform/audit/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import { callGateway, type CardSource, type GatewayCard } from '../gateway/index.ts';
import { findPayer } from '../payer-repository.ts';
import { retryAfterCardChange } from '../queue-jobs.ts';
import { detachCard } from './jobs.ts';
import {
  countCards,
  findCardById,
  findCustomerId,
  storeCustomerId,
  putCard,
} from './repository.ts';

interface CardChange {
  contractorId: number;
  card: CardForm | HandedCard;
  /** The gateway's idempotency key: a repeated call with it stores the card once. */
  idempotencyKey: string;
}

/**
 * Adds or replaces the contractor's card. Calls the gateway before storing anything; a rejected
 * card is `invalid`. Throws `gateway_unavailable`.
 */
export async function saveCard(
  context: Context,
  caller: Caller,
  { contractorId, card, idempotencyKey }: CardChange,
): Promise<void> {
  const { db, gateway, log } = context;
  const source = toCardSource(context, card);
  const attached = await callGateway(log, async () => {
    const customerId = await ensureCustomer(context, contractorId, caller.user.email);
    return gateway.attachCard(customerId, source, `card:${contractorId}:${idempotencyKey}`);
  });
  await db.transaction((tx) =>
    storeCardAndRetry(tx, context, caller, { contractorId, attached, card }),
  );
}

async function storeCardAndRetry(
  tx: Database,
  context: Context,
  caller: Caller,
  taken: CardToStore,
): Promise<void> {
  if (await storeCard(tx, context, caller, taken))
    await retryAfterCardChange(tx, taken.contractorId);
}

/** A card attached at the gateway, with the entered holder data. */
interface CardToStore {
  contractorId: number;
  attached: GatewayCard;
  card: CardForm | HandedCard;
}

/**
 * Stores a card as the contractor's current one, in the caller's transaction. Returns false when it
 * is already stored.
 */
export async function storeCard(
  tx: Database,
  { clock, gateway }: Context,
  caller: Caller | null,
  { contractorId, attached, card }: CardToStore,
): Promise<boolean> {
  await lockContractor(tx, contractorId);
  // A call repeated after a crash: the gateway returns the same card, which is already stored.
  if ((await findCardById(tx, contractorId, attached.id)) !== undefined) return false;
  const { id: paymentMethodId, ...facts } = attached;
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
    details: {
      card: {
        from: replaced === undefined ? null : cardText(replaced),
        to: cardText(added),
      },
    },
  });
  return true;
}

const cardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand} ${maskedNumber(last4)}`;

/**
 * Typed card numbers are only for the sandbox; tokens from the browser are only for a gateway that
 * accepts cards from browsers.
 */
export function toCardSource(
  { clock, gateway, config }: Context,
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
        number: "Card numbers aren't accepted here. Please use the payment provider's fields.",
      },
    });
  }
  const expiry = readExpiry(card.expiration);
  if (
    expiry === null ||
    daysUntilExpiration(expiry, dayIn(clock.now(), config.BUSINESS_TIME_ZONE)) < 1
  ) {
    throw invalidField('expiration', cardMessages.expiration);
  }
  const { month: expireMonth, year: expireYear } = expiry;
  return { details: { number: card.number, cvc: card.cvc, expireMonth, expireYear, name, zip } };
}

/**
 * The contractor's customer id at the gateway, created when missing. Calls the gateway, so never
 * call it within a transaction.
 */
export async function ensureCustomer(
  { db, gateway }: Pick<Context, 'db' | 'gateway'>,
  contractorId: number,
  email: string,
): Promise<string> {
  const known = await findCustomerId(db, contractorId, gateway.name);
  if (known !== undefined) return known;
  const payer = await findPayer(db, contractorId);
  // The gateway replays a deleted customer for a repeated request, so each new customer gets a new
  // reference.
  const earlier = await countCards(db, contractorId, gateway.name);
  const made = await gateway.createCustomer({
    reference: `contractor:${contractorId}${earlier === 0 ? '' : `:${earlier}`}`,
    name: payer?.companyName ?? '',
    email: payer?.email || email,
  });
  return storeCustomerId(db, { contractorId, gateway: gateway.name, customerId: made.id });
}
