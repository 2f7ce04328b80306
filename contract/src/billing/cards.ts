import { z } from 'zod';
import { accessTo, contractorsAndStaff, readAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, messages, nameOrSignature, outcome } from '../core/fields.ts';
import { ownContractor, userAt } from '../core/owner.ts';
import { daysUntilExpiration, maxCardDigits, passesLuhn, readExpiry } from './card-rules.ts';
import { dayIn } from '../core/days.ts';

const byUser = z.object({ id: id() });
const access = accessTo('card-payments');

export const cardMessages = {
  number: 'Card number is invalid',
  expiration: 'Expiration date is invalid',
  cvc: 'Please enter the 3 or 4 digits of the security code.',
  zip: 'Please enter a 5-digit zip code.',
} as const;

const required = () =>
  z.string(messages.required).trim().min(1, { message: messages.required, abort: true });

/** Digits, with spaces and dashes removed. */
const number = () =>
  required()
    .transform((value) => value.replace(/[\s-]/g, ''))
    .refine(
      (value) => value.length >= 12 && value.length <= maxCardDigits && passesLuhn(value),
      cardMessages.number,
    );

/** The time zone furthest behind UTC: a card that has expired there has expired everywhere. */
const lastZone = 'Pacific/Pago_Pago';

/**
 * `mm/yy`, not expired. The server checks it again against its own clock in the business time zone.
 */
const expiration = () =>
  required().refine((value) => {
    const expiry = readExpiry(value);
    return expiry !== null && daysUntilExpiration(expiry, dayIn(new Date(), lastZone)) > 0;
  }, cardMessages.expiration);

const holder = {
  name: nameOrSignature(255),
  address_zip: required().regex(/^\d{5}$/, cardMessages.zip),
};

export const cardHolder = z.object(holder);

/** A card as typed. */
export const cardForm = z.object({
  number: number(),
  expiration: expiration(),
  cvc: required().regex(/^\d{3,4}$/, cardMessages.cvc),
  ...holder,
});
export type CardForm = z.output<typeof cardForm>;

/**
 * A card that the browser sent directly to the payment gateway: its number never reaches this
 * server.
 */
export const handedCard = z.object({
  paymentMethodId: z
    .string()
    .trim()
    .regex(/^pm_\w{1,250}$/, cardMessages.number),
  ...holder,
});
export type HandedCard = z.output<typeof handedCard>;

const isHanded = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'paymentMethodId' in value;

/**
 * A typed or a tokenized card, depending on `paymentMethodId`. A union couldn't report which field
 * is wrong; the type is still a union.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
export const anyCard = z.unknown().transform((value, context) => {
  const read = (isHanded(value) ? handedCard : cardForm).safeParse(value);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}) as unknown as z.ZodUnion<readonly [typeof cardForm, typeof handedCard]>;

/** The card that pays for the subscription. */
export const card = z.object({
  id: z.number(),
  /** Only the last four digits are shown: `•••• •••• •••• 4242`. */
  number: z.string(),
  brand: z.string(),
  cardholderName: z.string(),
  zipCode: z.string(),
  expireMonth: z.number(),
  /** Four digits. */
  expireYear: z.number(),
  /** In the business time zone: 1 on the last valid day, less than 1 once expired. */
  daysUntilExpiration: z.number(),
});
export type Card = z.output<typeof card>;

/** The response without a card. */
const noCard = z.object({ id: z.null() });

export const readCard = endpoint({
  name: 'billing.card',
  method: 'GET',
  path: '/user/{id}/card',
  summary: "The card that pays for a contractor's subscription; `id` is null without one",
  access: readAccess('card-payments'),
  owner: [userAt('id'), ownContractor],
  params: byUser,
  response: z.union([card, noCard]),
  errors: ['not_found'],
});

export const saveCard = endpoint({
  name: 'billing.save-card',
  method: 'POST',
  path: '/user/{id}/card',
  summary: 'Add or replace the card, and retry a failed payment with it',
  access,
  owner: [userAt('id'), ownContractor],
  params: byUser,
  query: z.object({ mode: z.enum(['create', 'update']) }),
  encoding: 'form',
  body: anyCard,
  response: outcome,
  errors: ['not_found', 'gateway_unavailable'],
  idempotent: true,
  limit: { max: 30, seconds: 600, by: 'account' },
  noStepUp: 'The card issuer asks its holder. A new card only pays what the contractor owes.',
});

/** A test card number of the sandbox gateway, and its behavior. */
const testCard = z.object({ number: z.string(), description: z.string() });

export const readGateway = endpoint({
  name: 'billing.gateway',
  method: 'GET',
  path: '/payment-gateway',
  summary: 'The payment gateway, and what browsers need to send it a card',
  access: contractorsAndStaff,
  response: z.object({
    gateway: z.enum(['stripe', 'sandbox']),
    /** Stripe's key; null with the sandbox. */
    publishableKey: z.string().nullable(),
    /** Empty without the sandbox. */
    testCards: z.array(testCard),
  }),
});
