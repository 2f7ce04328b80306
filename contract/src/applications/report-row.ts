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
  /** How many the homeowner chose, and how many carry a lender's "qualified" label. */
  selected: z.number().int(),
  qualified: z.number().int(),
});

/** An application as the report shows it. */
export const applicationRow = z.object({
  id: z.number(),
  applicantName: z.string(),
  /** What the homeowner has sent, in the same words. */
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
  pageName: z.string(),
  /** How far it has come. */
  stage: z.enum(stageKeys),
  /** Who acts next, and on what. */
  nextActor: z.enum(actors),
  nextStep: z.enum(stepKeys),
  /** When it expires, or did, without the information that a lender waits for. */
  expiresAt: instant().nullable(),
  /** From when on the homeowner can apply afresh, where this came to nothing. */
  reapplyFrom: instant().nullable(),
});
export type ApplicationRow = z.output<typeof applicationRow>;
