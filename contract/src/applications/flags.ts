import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, outcome } from '../core/fields.ts';
import { limit, listSchema, page, totals } from '../core/list.ts';
import { unowned } from '../core/owner.ts';

/**
 * Why staff should review an application: it has the contractor's own e-mail, phone, or address, or
 * it repeats another one.
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
  summary: 'Flagged applications without a review, newest first',
  access: staffWith(['manage-contractors', 'access']),
  query: z.object({
    flag: z.enum(applicationFlags).optional(),
    page: page(),
    limit: limit(flaggedPageSizes, 25),
  }),
  response: listSchema(flaggedApplication).extend(totals),
});

export const reviewFlaggedApplication = endpoint({
  name: 'applications.review-flagged',
  method: 'POST',
  path: '/manage/flagged-applications/{applicationId}/review',
  summary: 'Mark a flagged application as reviewed, so that it leaves the list',
  access: staffWith(['manage-contractors', 'access']),
  owner: unowned('Staff with this privilege look at the applications of all contractors.'),
  params: z.object({ applicationId: id() }),
  response: outcome,
  errors: ['not_found'],
  noStepUp: 'It changes a list of staff alone; the flags stay, and the audit log names who did it.',
});
