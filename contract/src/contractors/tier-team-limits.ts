import { z } from 'zod';
import { tiers } from '../billing/tiers.ts';
import { maxTeamSize } from './manage-constants.ts';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { checkBox, instant, jsonField, messages, outcome } from '../core/fields.ts';

const tier = z.enum(tiers);

/** How many team users each tier allows, and who last changed it: null for the built-in values. */
export const multipleUsers = z.object({
  multipleUsers: z.record(tier, z.number()),
  userName: z.string(),
  email: z.string(),
  lastEdit: instant().nullable(),
});
export type MultipleUsers = z.output<typeof multipleUsers>;

export const readMultipleUsers = endpoint({
  name: 'settings.multiple-users',
  method: 'GET',
  path: '/setting/multiple-users',
  summary: 'How many team users each tier allows',
  access: staffWith(['manage-settings', 'access']),
  response: multipleUsers,
});

const parseNumber = (typed: string): number =>
  /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
const sizeRange = `Please choose a number from 0 to ${maxTeamSize}.`;
/** An empty value counts as missing, never as the number 0. */
const size = z
  .union([z.number(), z.string().trim().min(1).transform(parseNumber)], messages.required)
  .pipe(z.number(sizeRange).int().min(0, sizeRange).max(maxTeamSize, sizeRange));

/**
 * A contractor that uses its tier's number, with its newest team users that exceed the new number.
 */
export const contractorBeyond = z.object({
  id: z.number(),
  companyName: z.string(),
  tier,
  limit: z.number(),
  teamUsers: z.array(z.object({ id: z.number(), fullName: z.string(), email: z.string() })),
});
export type ContractorBeyond = z.output<typeof contractorBeyond>;

export const saveMultipleUsers = endpoint({
  name: 'settings.save-multiple-users',
  method: 'POST',
  path: '/setting/multiple-users',
  summary:
    'Change how many team users tiers allow; tiers left out stay. If team users would be deactivated, nothing changes without `confirmationReceived`',
  access: staffWithAll(['manage-settings', 'modify'], ['manage-multiple-users', 'modify']),
  body: z.object({
    multipleUsers: jsonField(
      z
        .partialRecord(tier, size)
        .refine((sizes) => Object.keys(sizes).length > 0, messages.required),
    ),
    confirmationReceived: checkBox().default(false),
    /** What the editor started from: a different current value is a conflict. */
    lastEdit: instant().nullable().optional(),
  }),
  response: outcome.extend({
    confirmationRequired: z.boolean().optional(),
    contractors: z.array(contractorBeyond).optional(),
  }),
  errors: ['conflict'],
  noStepUp: without.reversible,
});
