import { z } from 'zod';
import { paymentStatuses } from '../billing/tiers.ts';
import { managing } from '../contractors/manage.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import {
  checkBox,
  email,
  id,
  instant,
  messages,
  optionalId,
  optionalText,
  outcome,
  personName,
  phone,
  text,
  wholeNumber,
} from '../core/fields.ts';
import { listSchema, order, page } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';
import { leadMessages, minPartnerSearch, partnerPageSize, programs } from './constants.ts';

/** A valid value of `schema`, or empty. */
const orEmpty = (schema: z.ZodType<string, string>) =>
  z.string().transform((value, context) => {
    if (value.trim() === '') return '';
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? '' });
    return z.NEVER;
  });

const contact = {
  firstName: orEmpty(personName(250)).default(''),
  lastName: orEmpty(personName(250)).default(''),
  phone: orEmpty(z.string().max(250, messages.max(250)).pipe(phone())).default(''),
  email: orEmpty(email(250)).default(''),
  companyName: optionalText(240).default(''),
  leadSource: text(240),
  leadFirstTouch: optionalText(240).default(''),
};

/** Runs even along with other mistakes, so that all mistakes are reported at once. */
const always = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};
const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';
const reachable = (form: { phone?: unknown; email?: unknown }): boolean =>
  !isEmpty(form.phone) || !isEmpty(form.email);
const phoneNeeded = { path: ['phone'], message: leadMessages.phoneOrEmail, ...always };
const emailNeeded = { path: ['email'], message: leadMessages.emailOrPhone, ...always };

const programValues = programs.map(({ value }) => value);

/** The fields of the New lead dialog. */
export const leadForm = z
  .object({
    ...contact,
    program: z.enum(programValues),
    /** The chosen partner's id, as text; empty without one. */
    partner: z.string(),
    isAssignOwner: z.boolean(),
    /** The chosen owner's id, as text; empty for none. */
    owner: z.string(),
  })
  .refine(reachable, phoneNeeded)
  .refine(reachable, emailNeeded)
  .refine(({ program, partner }) => program === '0' || !isEmpty(partner), {
    path: ['partner'],
    message: messages.required,
    ...always,
  });

const newLead = z
  .object({
    ...contact,
    isAssignOwner: checkBox().default(false),
    partnerId: optionalId(),
    referralId: optionalId(),
    /** The lead's owner; defaults to the caller unless the distribution assigns it. 0 for none. */
    ownerId: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.union([z.literal([0, '0']), id()]).optional(),
    ),
  })
  .refine(reachable, phoneNeeded)
  .refine(reachable, emailNeeded)
  .refine(({ partnerId, referralId }) => !partnerId || !referralId, {
    path: ['referralId'],
    message: 'Only one of the fields "Referral ID" and "Partner ID" can be filled in',
    ...always,
  });

export const createLead = endpoint({
  name: 'leads.create',
  method: 'POST',
  path: '/manage/lead',
  summary:
    'Create a lead: a contractor without a user. An existing e-mail, phone, or company returns `error`, and the existing one stays as it is',
  access: managing,
  owner: anyContractor,
  encoding: 'form',
  body: newLead,
  response: outcome.extend({
    /** The field whose value an existing lead has. */
    field: z.string().optional(),
    /** The lead's id in the CRM; null for a contractor that didn't come from a lead. */
    leadId: z.number().nullable(),
    companyName: z.string(),
    /** The lead's page in the CRM. */
    leadUrl: z.string().nullable(),
    /** The lead's owner. */
    leadOwner: z.string(),
  }),
  idempotent: true,
  noStepUp: 'A lead has no account and reads nothing.',
});

export const manager = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phones: z.array(z.string()),
});
export type Manager = z.output<typeof manager>;

export const listManagers = endpoint({
  name: 'leads.managers',
  method: 'GET',
  path: '/manage/managers',
  summary: "The provider's staff for contractors and leads",
  access: managing,
  response: listSchema(manager),
});

export const findManager = endpoint({
  name: 'leads.manager',
  method: 'GET',
  path: '/manage/manager',
  summary: 'The manager with this e-mail; null without one',
  access: managing,
  query: z.object({ email: email(250) }),
  response: z.object({ data: manager.nullable() }),
});

export const partner = z.object({ id: z.number(), companyName: z.string() });
export type Partner = z.output<typeof partner>;

export const searchPartners = endpoint({
  name: 'leads.partners',
  method: 'GET',
  path: '/manage/partners',
  summary: 'Possible partners and referrals of a lead, by company name or id',
  access: managing,
  query: z.object({
    page: page(),
    limit: wholeNumber(z.literal(partnerPageSize)).default(partnerPageSize),
    order: order(['companyName', 'id'], '+companyName'),
    searchText: z
      .string()
      .trim()
      .pipe(
        z
          .string()
          .min(minPartnerSearch, `Please enter ${minPartnerSearch} characters or more.`)
          .max(250),
      ),
  }),
  response: listSchema(partner),
});

const programNames = ['None', 'Partner', 'Referral'] as const;

export const lead = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  leadSource: z.string(),
  leadFirstTouch: z.string(),
  owner: z.object({ id: z.number(), fullName: z.string() }).nullable(),
  /** The distribution set that assigned the owner; empty when a person chose the owner. */
  distributionSet: z.string(),
  program: z.enum(programNames),
  partner: partner.nullable(),
  paymentStatus: z.enum(paymentStatuses),
  hasUser: z.boolean(),
  createdAt: instant(),
  createdBy: z.string(),
  /**
   * Whether leads are sent to an external CRM, and when it accepted this one; null while pending.
   */
  crm: z.object({ connected: z.boolean(), tookAt: instant().nullable() }),
  leadUrl: z.string(),
});
export type Lead = z.output<typeof lead>;

export const readLead = endpoint({
  name: 'leads.read',
  method: 'GET',
  path: '/manage/leads/{id}',
  summary: 'A lead with its contractor, by its id in the CRM',
  access: managing,
  owner: anyContractor,
  params: z.object({ id: id() }),
  response: lead,
  errors: ['not_found'],
});

export const changeLeadOwner = endpoint({
  name: 'leads.change-owner',
  method: 'POST',
  path: '/manage/leads/{id}/owner',
  summary:
    'Assign a lead to another owner, or to none. `from` is the owner the caller saw: a different current owner is a conflict',
  access: managing,
  owner: anyContractor,
  params: z.object({ id: id() }),
  body: z.object({ ownerId: id().nullable(), from: id().nullable().optional() }),
  response: outcome.extend({ lead }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});
