import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { optionalPhone, optionalText, outcome } from '../core/fields.ts';
import { keysOf, nonEmpty } from '../core/map-values.ts';
import { portalOwned } from '../core/owner.ts';
import { creditorAgencies, noticeSenders } from './creditor-agencies.ts';
import { byLender, changingLenders, readingLenders } from './lender.ts';

const agencies = nonEmpty(keysOf(creditorAgencies));

/** What a lender's notices of adverse action state about it. Empty texts are missing. */
export const lenderDisclosures = z
  .object({
    /** Who sends the notices. */
    sender: z.enum(noticeSenders),
    /** As the creditor; the notice names the lender's legal name with it. */
    address: optionalText(300).default(''),
    /** The federal agency of its kind of creditor; null until staff choose one. */
    agency: z.enum(agencies).nullable().default(null),
    /** The consumer reporting agency that it usually uses; empty for none. */
    bureau: optionalText(200).default(''),
    bureauAddress: optionalText(300).default(''),
    /** The agency's toll-free number. */
    bureauPhone: optionalPhone().default(''),
  })
  .superRefine(({ bureau, bureauAddress, bureauPhone }, context) => {
    if (bureau === '') return;
    const missing = 'The notice has to state this with the agency’s name.';
    if (bureauAddress === '')
      context.addIssue({ code: 'custom', path: ['bureauAddress'], message: missing });
    if (bureauPhone === '')
      context.addIssue({ code: 'custom', path: ['bureauPhone'], message: missing });
  });
export type LenderDisclosures = z.output<typeof lenderDisclosures>;

const stored = z.object({
  sender: z.enum(noticeSenders),
  address: z.string(),
  agency: z.enum(agencies).nullable(),
  bureau: z.string(),
  bureauAddress: z.string(),
  bureauPhone: z.string(),
  /** 0 before the first save. */
  version: z.number(),
});
export type StoredDisclosures = z.output<typeof stored>;

export const readDisclosures = endpoint({
  name: 'lenders.disclosures',
  method: 'GET',
  path: '/manage/lenders/{id}/disclosures',
  summary: 'What a lender’s notices of adverse action state about it, and who sends them',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  response: stored,
  errors: ['not_found'],
});

export const saveDisclosures = endpoint({
  name: 'lenders.save-disclosures',
  method: 'POST',
  path: '/manage/lenders/{id}/disclosures',
  summary: 'Change what a lender’s notices state; unsent notices follow it',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  /** `version`: the version that the editor started from; a newer one is a conflict. */
  body: lenderDisclosures.safeExtend({ version: z.number().int().min(0) }),
  response: outcome.extend({ disclosures: stored }),
  errors: ['not_found', 'conflict'],
  stepUp: true,
});
