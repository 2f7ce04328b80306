import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, outcome } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { commissionAccess } from './access.ts';
import { commissionRateFields } from './rates.ts';

const day = z.iso.date('Please enter a date as yyyy-mm-dd.');
const rates = z.object(commissionRateFields);

/** `planned` rates start on a future day and can be canceled. */
export const rateStates = ['planned', 'current', 'past'] as const;

const datedRates = z.object({
  /** The first day, in the business time zone. */
  from: z.iso.date(),
  rates,
  state: z.enum(rateStates),
});
export type ManagedRates = z.output<typeof datedRates>;

const rateChange = z.object({
  what: z.enum(['added', 'canceled']),
  at: instant(),
  /** Who changed it; empty for an account that no longer exists. */
  by: z.string(),
  from: z.iso.date(),
  rates,
});
export type RateChange = z.output<typeof rateChange>;

export const managedRates = z.object({
  /** Today in the business time zone. */
  today: z.iso.date(),
  /** Latest first. */
  rates: z.array(datedRates),
  /** The latest 100 changes, newest first. */
  history: z.array(rateChange),
  /** What lenders pay the provider, in percent; it doesn't change what contractors earn. */
  lenders: z.array(z.object({ name: z.string(), percent: z.number() })),
});
export type ManagedRatesView = z.output<typeof managedRates>;

export const readCommissionRates = endpoint({
  name: 'commissions.rates',
  method: 'GET',
  path: '/manage/commission-rates',
  summary: 'Commission rates by effective day, and who changed them',
  access: commissionAccess.reading,
  response: managedRates,
});

export const addCommissionRates = endpoint({
  name: 'commissions.add-rates',
  method: 'POST',
  path: '/manage/commission-rates',
  summary: 'Add commission rates that apply from today or a later day',
  access: commissionAccess.changing,
  body: z.object({ from: day, ...commissionRateFields }),
  response: outcome.extend({ rates: managedRates }),
  idempotent: true,
  stepUp: true,
});
export type NewRates = z.output<typeof addCommissionRates.body>;

export const cancelCommissionRates = endpoint({
  name: 'commissions.cancel-rates',
  method: 'POST',
  path: '/manage/commission-rates/{from}/cancel',
  summary: 'Cancel commission rates that apply from a future day',
  access: commissionAccess.changing,
  owner: portalOwned,
  params: z.object({ from: day }),
  response: outcome.extend({ rates: managedRates }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});
