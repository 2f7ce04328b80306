import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/fields.ts';
import { limit, listOf, page, totals } from '../core/list.ts';

/**
 * Why staff should look at an application: it carries the contractor's own e-mail, phone or
 * address, or repeats another one.
 */
export const applicationFlags = ['own-email', 'own-phone', 'own-address', 'repeated'] as const;
export type ApplicationFlag = (typeof applicationFlags)[number];

export const flaggedPageSizes = [10, 25, 50, 100] as const;

export const flaggedApplication = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  pageName: z.string(),
  applicantName: z.string(),
  applicantEmail: z.string(),
  applicantPhone: z.string(),
  appFormStarted: instant(),
  flags: z.array(z.enum(applicationFlags)),
});
export type FlaggedApplication = z.output<typeof flaggedApplication>;

export const listFlaggedApplications = endpoint({
  name: 'applications.flagged',
  method: 'GET',
  path: '/manage/flagged-applications',
  summary: 'Applications that staff should look at, the newest first',
  access: staffWith(['manage-contractors', 'access']),
  query: z.object({
    flag: z.enum(applicationFlags).optional(),
    page: page(),
    limit: limit(flaggedPageSizes, 25),
  }),
  response: listOf(flaggedApplication).extend(totals),
});
