import { z } from 'zod';
import { opportunities, tiers } from './tiers.ts';
import { maxInstallments, planOrders, planPageSizes, planVisibilities } from './plans-constants.ts';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, messages, optionalText, outcome, text } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';

const reading = staffWith(['manage-plans', 'access']);
const changing = staffWithAll(['manage-plans', 'access'], ['manage-plans', 'modify']);
const byId = z.object({ id: id() });

/** A number or its text; anything else counts as missing. Every rule gets trimmed text. */
const numeric = () =>
  z.union([z.string(), z.number()], messages.required).transform((value) => String(value).trim());

/** Dollars, at most 99,999,999.99. Only the first broken rule is reported. */
const price = () =>
  numeric().pipe(
    z
      .string()
      .min(1, { message: messages.required, abort: true })
      .refine((value) => !value.startsWith('-'), {
        message: 'The price cannot be negative.',
        abort: true,
      })
      .refine((value) => !value.includes(','), {
        message: 'Please leave out the thousands separator.',
        abort: true,
      })
      .regex(/^\d+(\.\d+)?$/, {
        message: 'Please enter a number such as 99 or 99.50.',
        abort: true,
      })
      .regex(/^\d{1,8}(\.|$)/, {
        message: 'Enter 8 digits maximum before the decimal point',
        abort: true,
      })
      .regex(/^\d+(\.\d{1,2})?$/, 'Enter 2 decimals maximum')
      .transform(Number),
  );

const installments = () =>
  numeric().pipe(
    z
      .string()
      .min(1, { message: messages.required, abort: true })
      .regex(/^\d+$/, { message: messages.digits, abort: true })
      .transform(Number)
      .refine(
        (count) => count >= 1 && count <= maxInstallments,
        `Please enter a number from 1 to ${maxInstallments}.`,
      ),
  );

const tier = () =>
  z
    .string(messages.required)
    .min(1, { message: messages.required, abort: true })
    .pipe(z.enum(tiers, `Please choose one of ${tiers.join(', ')}.`));

const roleIds = () =>
  z
    .array(id(), messages.required)
    .min(1, messages.required)
    .max(50, 'Choose 50 roles maximum')
    .transform((ids) => [...new Set(ids)]);

const lineLength = 250;

/**
 * One bullet per line, as text or as a list of lines; leading bullet marks are removed. Empty lines
 * are dropped.
 */
const bullets = () =>
  z
    .union([z.string(), z.array(z.string())])
    .default('')
    .transform((value) => (typeof value === 'string' ? value.split(/\r\n|\r|\n/) : value))
    .transform((lines) =>
      lines
        .map((line) =>
          line
            .replace(/^[\s•]+/, '')
            .trim()
            .replace(/\s+/g, ' '),
        )
        .filter((line) => line !== ''),
    )
    .pipe(
      z
        .array(z.string())
        .max(50, 'Enter 50 lines maximum')
        .refine(
          (lines) => lines.every((line) => line.length <= lineLength),
          `Enter ${lineLength} symbols maximum in a line`,
        ),
    );

/** A plan as staff edit it. `price` is in dollars; `roles` are the ids of the roles it grants. */
export const planForm = z.object({
  name: text(255),
  price: price(),
  stripeId: text(255),
  associatedStripeId: optionalText(255).default(''),
  /** The number of installments. */
  installmentIntervalsCount: installments(),
  tier: tier(),
  roles: roleIds(),
  opportunities: z
    .array(z.enum(opportunities))
    .default([])
    .transform((chosen) => opportunities.filter((one) => chosen.includes(one))),
  description: bullets(),
  /** When left out, a new plan is hidden and a changed plan keeps its visibility. */
  visibility: z
    .enum(planVisibilities, `Please choose one of ${planVisibilities.join(', ')}.`)
    .optional(),
});
export type PlanForm = z.output<typeof planForm>;

export const role = z.object({
  id: z.number(),
  localRole: z.string(),
  name: z.string(),
  /** It opens the Manage area or staff's part of a section, so plans can't grant it. */
  staffOnly: z.boolean(),
});
export type Role = z.output<typeof role>;

export const plan = z.object({
  id: z.number(),
  name: z.string(),
  /** Dollars. */
  price: z.number(),
  stripeId: z.string(),
  associatedStripeId: z.string(),
  installmentIntervalsCount: z.number(),
  opportunities: z.array(z.enum(opportunities)),
  tier: z.enum(tiers),
  /** Bullet lines. */
  description: z.array(z.string()),
  rolesCollection: z.array(z.object({ id: z.number(), localRole: z.string() })),
  visibility: z.enum(planVisibilities),
  /** Incremented on each save, to detect conflicts. */
  version: z.number(),
});
export type Plan = z.output<typeof plan>;

export const listPlans = endpoint({
  name: 'billing.plans',
  method: 'GET',
  path: '/plan',
  summary: 'The plans that contractors can subscribe to',
  access: reading,
  query: z.object({
    page: page(),
    limit: limit(planPageSizes, 25),
    order: order(planOrders, '+id'),
    filters: filters({ searchText: z.string().trim().max(250).default('') }),
  }),
  response: listSchema(plan),
});

export const createPlan = endpoint({
  name: 'billing.create-plan',
  method: 'POST',
  path: '/plan',
  summary: 'Create a plan',
  access: changing,
  owner: portalOwned,
  encoding: 'form',
  body: planForm,
  response: outcome.extend({ plan }),
  stepUp: true,
});

export const updatePlan = endpoint({
  name: 'billing.update-plan',
  method: 'POST',
  path: '/plan/{id}',
  summary: 'Change a plan; its roles take effect for its contractors immediately',
  access: changing,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  /** `version`: the version the editor started from; a newer stored version is a conflict. */
  body: planForm.extend({ version: id().optional() }),
  response: outcome.extend({ plan }),
  errors: ['not_found', 'conflict'],
  stepUp: true,
});

export const deletePlan = endpoint({
  name: 'billing.delete-plan',
  method: 'DELETE',
  path: '/plan/{id}',
  summary: 'Delete an unused plan',
  access: changing,
  owner: portalOwned,
  params: byId,
  response: outcome,
  errors: ['not_found', 'in_use'],
  stepUp: true,
});

export const planYears = z.object({
  /** How many contractors pay for the plan. */
  contractors: z.number(),
  /**
   * The earliest start of their next years, when a lower price takes effect. Null when none of them
   * renews.
   */
  nextFrom: instant().nullable(),
  /**
   * The first year whose contractor can still be notified of a higher price in time, and the last
   * one.
   */
  raisedFrom: instant().nullable(),
  raisedUntil: instant().nullable(),
});
export type PlanYears = z.output<typeof planYears>;

export const readPlanYears = endpoint({
  name: 'billing.plan-years',
  method: 'GET',
  path: '/plan/{id}/years',
  summary: 'How many contractors pay for a plan, and when a new price would take effect for them',
  access: reading,
  owner: portalOwned,
  params: byId,
  response: planYears,
  errors: ['not_found'],
});

export const listRoles = endpoint({
  name: 'billing.roles',
  method: 'GET',
  path: '/role',
  summary: 'The roles, each a bundle of privileges',
  access: reading,
  response: z.array(role),
});
