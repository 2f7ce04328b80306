import { z } from 'zod';
import { dollars, instant } from '../core/fields.ts';
import { mapValues } from '../core/map-values.ts';
import { offerKinds } from './constants.ts';
import { sentColumns } from './fields.ts';
import { actors, stepKeys } from './progress.ts';
import { stageKeys } from './stages.ts';

const receivedOffer = z.object({
  cnt: z.number().int(),
  max_amount: dollars(),
  name: z.string(),
  /** How many offers the homeowner chose, and how many carry a lender's "qualified" label. */
  selected: z.number().int(),
  qualified: z.number().int(),
});

/** An application in the report. */
export const applicationRow = z.object({
  id: z.number(),
  applicantName: z.string(),
  /** The homeowner's answers, as sent. */
  ...mapValues(sentColumns, () => z.string()),
  applicantLocation: z.string(),
  appFormStarted: instant(),
  selfReportedCreditScore: z.string(),
  requestedAmount: dollars().nullable(),
  /** 1 means complete. */
  appFormComplete: z.union([z.literal(0), z.literal(1)]),
  receivedOffers: z.partialRecord(z.enum([...offerKinds, 'no_offers']), receivedOffer),
  creditDecision: z.enum(['APPROVED', 'EXPIRED', '-']),
  funded: z.object({
    loan: z.object({ sum: dollars() }).optional(),
    direct: z.object({ name: z.string() }).optional(),
    creditcard: z.object({ sum: dollars() }).optional(),
    heloc: z.object({ sum: dollars() }).optional(),
  }),
  fundedDate: instant().nullable(),
  /** What lenders reversed of their payouts; null for nothing. */
  reversed: dollars().nullable(),
  pageName: z.string(),
  stage: z.enum(stageKeys),
  /** Who acts next, and on which step. */
  nextActor: z.enum(actors),
  nextStep: z.enum(stepKeys),
  /** When it expires, or expired, without the information a lender requested. */
  expiresAt: instant().nullable(),
  /** The first day the homeowner can apply again after an unsuccessful application. */
  reapplyFrom: instant().nullable(),
});
export type ApplicationRow = z.output<typeof applicationRow>;
