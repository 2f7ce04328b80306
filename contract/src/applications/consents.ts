import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { unowned } from '../core/owner.ts';
import { consentAnswers, consentChanged, consentMissing } from '../legal/constants.ts';

/** SHA-256 of the consent text that the page showed. */
const hash = z.string(consentChanged).regex(/^[0-9a-f]{64}$/, consentChanged);
const needed = (message: string) => z.object({ hash, agreed: z.literal(true, message) }, message);

/** The homeowner's answer to each consent, with the hash of its text. */
export const sentConsents = z.object(
  {
    sharing: needed(consentMissing.sharing),
    'e-sign': needed(consentMissing['e-sign']),
    contact: z.object({ hash, agreed: z.boolean() }, consentChanged),
    /** The disclosure of the applicant's state, if the form showed one. */
    state: z.object({ hash }, consentChanged).optional(),
  },
  consentMissing.sharing,
);
export type SentConsents = z.output<typeof sentConsents>;

const reading = staffWith(['manage-contractors', 'access'], ['privacy', 'manage_access']);
const allContractors = unowned(
  'Staff with these privileges look at the applications of all contractors.',
);

export const consentPageSizes = [10, 25, 50] as const;

/** An application with at least one consent. */
export const consentRecord = z.object({
  applicationId: z.number(),
  companyName: z.string(),
  /** Empty after the consents' retention period. */
  applicantName: z.string(),
  applicantEmail: z.string(),
  applicantPhone: z.string(),
  sentAt: instant(),
  /** The answer about automated calls and texts; null before that became a separate question. */
  contact: z.enum(consentAnswers).nullable(),
});
export type ConsentRecord = z.output<typeof consentRecord>;

export const findConsents = endpoint({
  name: 'applications.consents',
  method: 'GET',
  path: '/manage/consents',
  summary:
    'Consent records by application number, e-mail address, or phone number; empty without one',
  access: reading,
  query: z.object({
    search: z.string().trim().max(250).default(''),
    page: page(),
    limit: limit(consentPageSizes, 10),
  }),
  response: listSchema(consentRecord),
});

export const fetchConsentRecord = endpoint({
  name: 'applications.consent-record',
  method: 'GET',
  path: '/manage/consents/{applicationId}/record',
  summary: "One homeowner's consent record as PDF: who, when, from where, and the full texts",
  access: reading,
  owner: allContractors,
  params: z.object({ applicationId: id() }),
  response: { file: 'application/pdf' },
  errors: ['not_found'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  stepUp: true,
});
