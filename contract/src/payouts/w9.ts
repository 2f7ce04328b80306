import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, jsonField, messages, optionalText, outcome } from '../core/fields.ts';
import { limit, listSchema, order, page } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';
import { pdfProblems } from '../core/pdf-problems.ts';
import { payoutAccess } from './access.ts';
import { payoutPageSizes, w9States, w9Statuses } from './constants.ts';
import { stripSeparators, isEin, isItin, isSsn } from './numbers.ts';
import { w9Details, w9Names } from './w9-form.ts';
import { w9Messages } from './w9-text.ts';
import { contractorOnlyOwner, readerOwner } from './owner.ts';

const access = accessTo('payout-tax');
const { reviewing } = payoutAccess;
const byId = z.object({ id: id() });
const status = z.enum(w9Statuses);

/** A form uploaded as a file. */
export const w9FileRule = {
  maxBytes: 2 * 1024 * 1024,
  types: ['application/pdf'],
  messages: {
    type: 'Please upload a PDF file.',
    size: messages.size,
  },
} as const;

/** Why an uploaded form is rejected after it is read. */
export const w9FileProblems = {
  ...pdfProblems,
  type: w9FileRule.messages.type,
  pages: 'This PDF has more than 20 pages. Please upload the form without other pages.',
} as const;

/**
 * A form's details without opening it. Everything is empty or null while the status is `Not found`.
 */
const w9Facts = z.object({
  status,
  fullName: z.string(),
  companyName: z.string(),
  isSSN: z.boolean(),
  isEIN: z.boolean(),
  /** The tax number's last four digits in its grouping; empty for an uploaded form. */
  tin: z.string(),
  submittedAt: instant().nullable(),
  reviewedAt: instant().nullable(),
  /** Why it was rejected. */
  reason: z.string(),
});

/** `form` is a base64 PDF with a masked tax number; null for an uploaded form. */
export const w9 = w9Facts.extend({ form: z.string().nullable() });
export type W9 = z.output<typeof w9>;

const difference = z.object({
  field: z.enum(['name', 'company']),
  form: z.string(),
  contractor: z.string(),
});

/** The reviewer's view: `form` is the signed PDF in base64. */
export const reviewedW9 = w9Facts.extend({
  form: z.string().nullable(),
  /** Where the form's name or company differs from the contractor's. */
  differences: z.array(difference),
  skipDifferences: z.boolean(),
  contractorName: z.string(),
  contractorCompany: z.string(),
  taxClassification: z.string(),
  address: z.string(),
  signature: z.string(),
  reviewedBy: z.string(),
  /** The contractor's earlier forms, which are kept. */
  older: z.number(),
  version: z.number(),
});
export type ReviewedW9 = z.output<typeof reviewedW9>;

export const blankW9 = endpoint({
  name: 'payouts.blank-w9',
  method: 'GET',
  path: '/template/w9/pdf',
  summary: 'The blank W-9 form as a fillable PDF',
  access,
  response: { file: 'application/pdf' },
});

export const readW9 = endpoint({
  name: 'payouts.w9',
  method: 'GET',
  path: '/contractor/{id}/w9',
  summary: "A contractor's W-9: its status and a copy without the tax number",
  access,
  owner: readerOwner,
  params: byId,
  response: w9,
  errors: ['not_found'],
});

export const readW9Status = endpoint({
  name: 'payouts.w9-status',
  method: 'GET',
  path: '/contractor/{id}/w9-status',
  summary: "The status of a contractor's W-9",
  access,
  owner: readerOwner,
  params: byId,
  response: z.object({ status }),
  errors: ['not_found'],
});

/** A yes or no in a multipart body. */
const flag = () =>
  z
    .union([z.boolean(), z.enum(['1', '0', 'true', 'false'])])
    .default(false)
    .transform((value) => value === true || value === '1' || value === 'true');

const ownTin = (value: string, isSSN: boolean): boolean =>
  value === '' || (isSSN ? isSsn(value) || isItin(value) : isEin(value));

export const submitW9 = endpoint({
  name: 'payouts.submit-w9',
  method: 'POST',
  path: '/contractor/{id}/w9',
  summary: 'Submit a W-9: the typed form, or a completed and signed PDF',
  access,
  owner: contractorOnlyOwner,
  params: byId,
  encoding: 'multipart',
  body: z
    .object({
      ...w9Names,
      id: id().optional(),
      isSSN: flag(),
      isEIN: flag(),
      /** The form's other fields, signed by a typed name. Without them, `file` is the form. */
      form: jsonField(w9Details).optional(),
      /** With a file: its tax number, for the reviewer. */
      tin: z.string().transform(stripSeparators).default(''),
    })
    .refine(({ isSSN, isEIN }) => isSSN !== isEIN, { path: ['isSSN'], message: w9Messages.oneTin })
    .refine(({ form, isSSN }) => form === undefined || isSSN === (form.ssn !== ''), {
      path: ['isSSN'],
      message: w9Messages.oneTin,
    })
    .refine(({ tin, isSSN }) => ownTin(tin, isSSN), { path: ['tin'], message: w9Messages.tin }),
  files: { file: w9FileRule },
  response: outcome.extend({ status }),
  errors: ['not_found', 'busy'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const readW9ForReview = endpoint({
  name: 'payouts.review-w9-read',
  method: 'GET',
  path: '/manage/contractor/{id}/w9',
  summary: "A contractor's W-9 for review, with the form as signed",
  access: reviewing,
  owner: anyContractor,
  params: byId,
  response: reviewedW9,
  errors: ['not_found'],
  stepUp: true,
});

/** The reviewer's decision; the contractor sees `reason` with a rejection. */
export const w9Review = z.object({
  status: z.enum(w9States, messages.required),
  skipDifferences: z
    .union([
      z.enum(['1', '0']),
      z.union([z.boolean(), z.literal([0, 1])]).transform((on) => (on ? '1' : '0')),
    ])
    .default('0'),
  reason: optionalText(500).default(''),
});

export const reviewW9 = endpoint({
  name: 'payouts.review-w9',
  method: 'POST',
  path: '/manage/contractor/{id}/w9',
  summary: 'Verify or reject a W-9',
  access: reviewing,
  owner: anyContractor,
  params: byId,
  encoding: 'form',
  /** `version`: the version the reviewer saw; a different stored version is a conflict. */
  body: w9Review.extend({ id: id().optional(), version: id().optional() }),
  response: outcome.extend({ w9: reviewedW9.omit({ form: true }) }),
  errors: ['not_found', 'conflict'],
  stepUp: true,
});

const previewErrors = ['not_found', 'busy', 'render_failed'] as const;

export const previewW9 = endpoint({
  name: 'payouts.preview-w9',
  method: 'GET',
  path: '/contractor/{id}/w9/preview',
  summary: "A picture of a contractor's W-9 without the tax number",
  access,
  owner: readerOwner,
  params: byId,
  response: { file: 'image/png' },
  errors: previewErrors,
});

export const previewW9ForReview = endpoint({
  name: 'payouts.review-w9-preview',
  method: 'GET',
  path: '/manage/contractor/{id}/w9/preview',
  summary: "A picture of a contractor's W-9 for review",
  access: reviewing,
  owner: anyContractor,
  params: byId,
  response: { file: 'image/png' },
  errors: previewErrors,
  stepUp: true,
});

/** A form waiting for review. */
export const w9InLine = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  fullName: z.string(),
  status,
  isDifferent: z.boolean(),
  submittedAt: instant(),
});
export type W9InLine = z.output<typeof w9InLine>;

export const listW9s = endpoint({
  name: 'payouts.w9s-to-review',
  method: 'GET',
  path: '/manage/w9',
  summary: 'W-9 forms waiting for review',
  access: reviewing,
  query: z.object({
    page: page(),
    limit: limit(payoutPageSizes, 25),
    order: order(['submittedAt'], '+submittedAt'),
  }),
  response: listSchema(w9InLine),
});
