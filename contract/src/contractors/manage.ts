import { z } from 'zod';
import { paymentStatuses, tiers } from '../billing/tiers.ts';
import { contractorOrders, contractorPageSizes, cpActivations } from './manage-constants.ts';
import { w9Statuses } from '../payouts/constants.ts';
import { plan } from './contractor.ts';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { email, id, instant, outcome, personName } from '../core/fields.ts';
import { cursorFields, filters, limit, listSchema, order, page, totals } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';

export const managing = staffWith(['manage-contractors', 'access']);
const byId = z.object({ id: id() });

export const contractorRow = z.object({
  id: z.number(),
  contractorId: z.number(),
  hasUser: z.boolean(),
  /** The owner's account, which staff switch into. */
  userId: z.number().nullable(),
  user: z
    .object({ id: z.number(), firstname: z.string(), lastname: z.string(), email: z.string() })
    .nullable(),
  /** Whether the owner's account has a second factor. */
  hasFactor: z.boolean(),
  companyName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  phoneNumber: z.string(),
  plan: plan.pick({ id: true, name: true, tier: true }).nullable(),
  /** The plan's name; empty without one. */
  contractorPlan: z.string(),
  registrationDate: instant(),
  /** When the owner confirmed the account; empty until then. */
  cpActivation: z.union([instant(), z.literal(''), z.object({ error: z.string() })]),
  leadId: z.number().nullable(),
  /** The lead's page in the CRM. */
  leadUrl: z.string().nullable(),
  paymentStatus: z.enum(paymentStatuses),
  partnerId: z.number().nullable(),
  referralId: z.number().nullable(),
  /** The contractor's own number; null uses the tier's. */
  maxTeamUsers: z.number().nullable(),
  /**
   * `danger`: the form's names differ from the contractor's, and staff haven't approved the
   * difference.
   */
  w9: z.object({ status: z.enum(w9Statuses), danger: z.boolean() }),
  statusW9: z.enum(w9Statuses),
  fullNameW9: z.string(),
  companyNameW9: z.string(),
  isSSN: z.boolean(),
  isEIN: z.boolean(),
  isDifferent: z.boolean(),
  skipDifferences: z.boolean(),
});
export type ContractorRow = z.output<typeof contractorRow>;

/** One option; empty for any. */
const choice = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.union([z.literal(''), z.enum(values)]).default(() => '' as const);

/** One or several options; none for any. */
const choices = <const Value extends string>(values: readonly [Value, ...Value[]]) =>
  z
    .union([
      z.array(z.enum(values)).max(values.length),
      z.enum(values).transform((one) => [one]),
      z.literal('').transform((): Value[] => []),
    ])
    .default([]);

/** `0` or `1`, from a form or JSON. */
const yesOrNo = z
  .union([z.enum(['0', '1']), z.literal([0, 1]), z.boolean()])
  .default('0')
  .transform((value) => value === true || value === 1 || value === '1');

/** The filters of the list of contractors. */
export const contractorFilterShape = {
  searchText: z.string().trim().max(250).default(''),
  statusPayment: choice(paymentStatuses),
  statusW9: choices(w9Statuses),
  showDifferencesOnly: yesOrNo,
  tier: choice(tiers),
  cpActivation: choice(cpActivations),
};

export const listContractors = endpoint({
  name: 'contractors.list',
  method: 'GET',
  reads: 'much',
  path: '/manage/contractors',
  summary: 'Contractors, for staff',
  access: managing,
  query: z.object({
    page: page(),
    limit: limit(contractorPageSizes, 25),
    order: order(contractorOrders, '+hasUser'),
    isManage: z.string().max(5).optional(),
    userId: id().optional(),
    filters: filters(contractorFilterShape),
    /** Only contractors that can get an account now: paid, and without one. */
    accountToCreate: yesOrNo,
    ...cursorFields(),
  }),
  response: listSchema(contractorRow).extend(totals),
});

/** A customer success manager, or null for none, which forms send as empty text. */
export const managerChoice = z.union([z.enum(['', 'null']).transform(() => null), z.null(), id()]);

export const createAccount = endpoint({
  name: 'contractors.create-account',
  method: 'POST',
  path: '/manage/contractor/{id}/account',
  summary: "Create a contractor owner's account after payment, and send the confirmation e-mail",
  access: staffWith(['manage-contractors', 'account_create']),
  owner: anyContractor,
  params: byId,
  encoding: 'form',
  body: z.object({
    email: email(250),
    firstname: personName(250),
    lastname: personName(250),
    /** Defaults to the contractor's own. */
    planId: id().optional(),
    /** Defaults to the contractor's own, then to the owner of its lead. */
    managerId: managerChoice.optional(),
  }),
  response: outcome.extend({ contractor: contractorRow }),
  errors: ['not_found', 'conflict', 'email_already_used'],
  idempotent: true,
  stepUp: true,
});
