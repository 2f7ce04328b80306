import { z } from 'zod';
import { cancellation } from '../billing/cancellation.ts';
import { paymentStatuses, tiers } from '../billing/tiers.ts';
import { maxTeamSize, minPlanSearch } from './manage-constants.ts';
import { contractorRow, managerChoice, managing } from './manage.ts';
import { staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import {
  checkBox,
  email,
  id,
  instant,
  messages,
  outcome,
  personName,
  phone,
  text,
  wholeNumber,
} from '../core/fields.ts';
import { anyContractor } from '../core/owner.ts';

const byId = z.object({ id: id() });

/** The contact of a contractor without a user; later it is the owner's own. */
export const contactForm = z.object({
  companyName: text(240),
  firstName: personName(250),
  lastName: personName(250),
  phone: phone(),
  email: email(250),
});

export const oneProgram = 'Only one of the fields "Referral ID" and "Partner ID" can be filled in';
const unknownContractor = 'There is no contractor with this ID.';

const digits = z.union([z.number(), z.string()]).transform((value) => String(value).trim());
const largestId = 2_147_483_647;

/** Another contractor's id, as typed. */
const contractorId = digits.pipe(
  z
    .string()
    .regex(/^\d+$/, { message: messages.digits, abort: true })
    .transform(Number)
    .refine((value) => value >= 1 && value <= largestId, unknownContractor),
);
const optionalContractorId = digits.pipe(
  z
    .string()
    .regex(/^\d*$/, { message: messages.digits, abort: true })
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .refine((value) => value === null || (value >= 1 && value <= largestId), unknownContractor),
);

const bothFilled = ({
  partnerId,
  referralId,
}: {
  partnerId?: unknown;
  referralId?: unknown;
}): boolean => Boolean(partnerId) && Boolean(referralId);
const programRule = {
  path: ['referralId'],
  message: oneProgram,
  // Runs even along with other mistakes, so that all mistakes are reported at once.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

const sizeRange = `Please choose a number from 0 to ${maxTeamSize}.`;
const teamSize = wholeNumber(
  z.number().int().min(0, sizeRange).max(maxTeamSize, sizeRange),
  sizeRange,
);

/** A team size, or null, which forms send as empty text: never read as the number 0. */
const teamSizeOrTier = z.union([z.enum(['', 'null']).transform(() => null), z.null(), teamSize]);

/** A chosen id; an empty one counts as a missing choice. */
const chosenId = z
  .union([z.number(), z.string()])
  .refine((value) => value !== '', { message: messages.required, abort: true })
  .pipe(id());

const accountForm = z.object({
  plan: z
    .string(messages.required)
    .regex(/^\d{1,9}$/, messages.required)
    .transform(Number),
  paymentStatus: z.enum(paymentStatuses, messages.required),
  managerId: managerChoice,
  partnerId: optionalContractorId,
  referralId: optionalContractorId,
  mode: z.enum(['Auto', 'Manual']),
  size: teamSize,
});

/** The dialog's fields for a contractor with a user, and for one without. */
export const ownedForm = accountForm.refine((form) => !bothFilled(form), programRule);
export const contactedForm = accountForm
  .extend(contactForm.shape)
  .refine((form) => !bothFilled(form), programRule);
/** The form for staff who can't change plans: the plan stays as it is, even when missing. */
export const ownedFormWithoutPlan = accountForm
  .omit({ plan: true })
  .refine((form) => !bothFilled(form), programRule);
export const contactedFormWithoutPlan = accountForm
  .omit({ plan: true })
  .extend(contactForm.shape)
  .refine((form) => !bothFilled(form), programRule);

const person = z.object({ id: z.number(), fullName: z.string() });

/** A contractor as the dialogs start from it. */
export const managedContractor = z.object({
  contractor: contractorRow,
  manager: person.nullable(),
  /** The owner of the lead that the contractor came from. */
  leadOwner: person.nullable(),
  /** What the editor has seen: an older version than the stored one is a conflict. */
  version: z.number(),
  /** Who last changed the contractor in this dialog, and when. */
  lastEdit: z.object({ by: z.string(), at: instant() }).nullable(),
});
export type ManagedContractor = z.output<typeof managedContractor>;

export const readManaged = endpoint({
  name: 'contractors.read-managed',
  method: 'GET',
  path: '/manage/contractor/{id}',
  summary: 'One contractor, for staff to edit',
  access: managing,
  owner: anyContractor,
  params: byId,
  response: managedContractor,
  errors: ['not_found'],
});

export const updateContractor = endpoint({
  name: 'contractors.update',
  method: 'POST',
  path: '/manage/contractor/{id}',
  summary:
    'Change a contractor; fields left out stay. A new partner replaces the referral, and vice versa',
  access: managing,
  owner: anyContractor,
  params: byId,
  encoding: 'json',
  body: contactForm
    .partial()
    .extend({
      id: id().optional(),
      isManage: z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).optional(),
      plan: chosenId.optional(),
      paymentStatus: z.enum(paymentStatuses).optional(),
      /** With `Canceled`, for a contractor with a paid subscription. */
      cancellation: cancellation.optional(),
      managerId: managerChoice.optional(),
      partnerId: contractorId.optional(),
      referralId: contractorId.optional(),
      /** Removes the partner or the referral. */
      noProgram: checkBox().optional(),
      /** Null uses the tier's number. */
      maxTeamUsers: teamSizeOrTier.optional(),
      teamUsersConfirmationReceived: checkBox().optional(),
      version: id().optional(),
    })
    .refine((form) => !bothFilled(form), programRule),
  response: outcome.extend({
    /**
     * Nothing was saved: the new limit leaves no room for these team users, who would be
     * deactivated.
     */
    teamUsersConfirmationRequired: z.boolean().optional(),
    teamUsers: z
      .array(z.object({ id: z.number(), fullName: z.string(), email: z.string() }))
      .optional(),
    contractor: contractorRow.optional(),
  }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});

export const readTeamLimit = endpoint({
  name: 'contractors.team-limit',
  method: 'GET',
  path: '/manage/contractor/{id}/team/max',
  summary:
    "Team user limits: the contractor's own (null: Auto) and its tier's, or those of another plan",
  access: managing,
  owner: anyContractor,
  params: byId,
  query: z.object({ plan: id().optional() }),
  response: z.object({
    data: z.object({
      contractorMaxTeamUsers: z.number().nullable(),
      tierMaxTeamUsers: z.number().nullable(),
    }),
  }),
  errors: ['not_found'],
});

const planChoice = z.object({
  id: z.number(),
  name: z.string(),
  tier: z.enum(tiers),
  /** The contractor found by this. */
  contractor: z.object({ id: z.number(), companyName: z.string() }).nullable(),
});
export type PlanChoice = z.output<typeof planChoice>;

export const choosePlan = endpoint({
  name: 'contractors.plan-choices',
  method: 'GET',
  path: '/manage/contractor-plans',
  summary:
    'The plans for a contractor: all of them, or those of contractors matching a company name or an ID',
  access: staffWithAll(['manage-contractors', 'access'], ['manage-contractors', 'plan_modify']),
  query: z.object({
    searchText: z
      .string()
      .trim()
      .max(250)
      .default('')
      .refine(
        (text) => text === '' || text.length >= minPlanSearch,
        `Please enter ${minPlanSearch} characters or more.`,
      ),
  }),
  response: z.object({ data: z.array(planChoice) }),
});
