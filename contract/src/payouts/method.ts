import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  id,
  instant,
  messages,
  nameOrSignature,
  outcome,
  text,
  wholeNumber,
} from '../core/fields.ts';
import { accountTypes, payoutMethodName } from './constants.ts';
import { stripSeparators, isAccountNumber, isMasked, isRoutingNumber } from './numbers.ts';
import { contractorOnlyOwner, readerOwner } from './owner.ts';

const access = accessTo('payout-tax');
const byId = z.object({ id: id() });

export const payoutMessages = {
  routing: 'Please enter a valid 9-digit routing number.',
  account: 'Please enter 4 to 17 digits.',
} as const;

/** A number of digits; a masked one keeps the stored number. */
const bankNumber = (isValid: (digits: string) => boolean, message: string) =>
  z
    .string(messages.required)
    .transform(stripSeparators)
    .pipe(
      z
        .string()
        .min(1, { message: messages.required, abort: true })
        .refine((value) => isMasked(value) || /^\d+$/.test(value), {
          message: messages.digits,
          abort: true,
        })
        .refine((value) => isMasked(value) || isValid(value), message),
    );

/** The contractor's bank details. */
export const payoutForm = z.object({
  payoutMethod: z
    .literal(payoutMethodName, `Please choose ${payoutMethodName}.`)
    .default(payoutMethodName),
  accHolderName: nameOrSignature(255),
  bankName: text(255),
  accountType: z.enum(accountTypes).default('Checking'),
  routingNumber: bankNumber(isRoutingNumber, payoutMessages.routing),
  accNumber: bankNumber(isAccountNumber, payoutMessages.account),
});

/** Both numbers show only their last four digits. */
export const payoutMethod = z.object({
  payoutMethod: z.literal(payoutMethodName),
  /** The first and last name of the contractor's user. */
  payeeName: z.string(),
  /** The company's address. */
  address: z.string(),
  accHolderName: z.string(),
  bankName: z.string(),
  accountType: z.enum(accountTypes),
  routingNumber: z.string(),
  accNumber: z.string(),
  /** Payouts to changed details are held until then; null when there is no hold. */
  heldUntil: instant().nullable(),
  /** Why the bank returned the last payout, until new details are entered; empty otherwise. */
  returnCode: z.string(),
  /** Incremented on each save, to detect conflicts. */
  version: z.number(),
});
export type PayoutMethod = z.output<typeof payoutMethod>;

/** No details yet. */
const none = z.strictObject({});

export const readPayoutMethod = endpoint({
  name: 'payouts.method',
  method: 'GET',
  path: '/contractor/{id}/payout-tax',
  summary: "A contractor's bank details with masked numbers; empty when nothing is stored",
  access,
  owner: readerOwner,
  params: byId,
  response: z.union([payoutMethod, none]),
  errors: ['not_found'],
});

export const savePayoutMethod = endpoint({
  name: 'payouts.save-method',
  method: 'POST',
  path: '/contractor/{id}/payout-tax',
  summary:
    "Change a contractor's bank details; numbers that are masked or left out keep their stored values",
  access,
  owner: contractorOnlyOwner,
  params: byId,
  encoding: 'form',
  /**
   * `version`: the version the editor started from (0 for none); a newer stored version is a
   * conflict.
   */
  body: payoutForm.extend({
    routingNumber: payoutForm.shape.routingNumber.optional(),
    accNumber: payoutForm.shape.accNumber.optional(),
    id: id().optional(),
    version: wholeNumber(z.number().int().min(0)).optional(),
  }),
  response: outcome.extend({
    routingNumber: z.string(),
    accNumber: z.string(),
    payout: payoutMethod,
  }),
  errors: ['not_found', 'conflict'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const readAch = endpoint({
  name: 'payouts.ach',
  method: 'GET',
  path: '/contractor/{id}/ach',
  summary: "A summary of a contractor's direct deposit; empty without one",
  access,
  owner: readerOwner,
  params: byId,
  response: z.union([
    payoutMethod.pick({ payoutMethod: true, bankName: true, accNumber: true, heldUntil: true }),
    none,
  ]),
  errors: ['not_found'],
});
