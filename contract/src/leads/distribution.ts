import { z } from 'zod';
import { staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, optionalId, outcome, text, wholeNumber } from '../core/fields.ts';
import { listSchema } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import { leadMessages } from './constants.ts';
import { sharesInWords, totalPercent } from './shares.ts';

const distributing = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-lead-distribution', 'access'],
);
const byId = z.object({ id: id() });
const percent = wholeNumber(z.number().int().min(0).max(100));

export const leadOwner = z.object({
  id: z.number(),
  fullName: z.string(),
  percent: z.number().int().min(0).max(100),
  /** What the owner is owed, in hundredths of a lead. */
  credit: z.number().int(),
});

export const distributionSet = z.object({
  id: z.number(),
  title: z.string(),
  leadSources: z.array(
    z.object({ id: z.number(), leadSource: z.string(), isShowing: z.boolean() }),
  ),
  leadOwners: z.array(leadOwner),
  /** The percentage of leads without an owner. */
  notDistributed: z.number().int().min(0).max(100),
  /** Incremented on each save, to detect conflicts. */
  version: z.number(),
  lastUpdated: z.object({ userName: z.string(), at: instant() }),
});
export type DistributionSet = z.output<typeof distributionSet>;

export const listSets = endpoint({
  name: 'leads.sets',
  method: 'GET',
  path: '/setting/lead-distribution',
  summary: 'Distribution sets: whose leads go to whom',
  access: distributing,
  response: listSchema(distributionSet),
});

export const listOwners = endpoint({
  name: 'leads.owners',
  method: 'GET',
  path: '/setting/lead-owners',
  summary: 'The people who can receive leads',
  access: distributing,
  response: listSchema(z.object({ id: z.number(), fullName: z.string() })),
});

export const setForm = z.object({
  title: text(50),
  leadSources: z.array(id(), leadMessages.noSource).min(1, leadMessages.noSource).max(1000),
});

export const saveSet = endpoint({
  name: 'leads.save-set',
  method: 'POST',
  path: '/setting/lead-distribution',
  summary: 'Create a distribution set, or change the one with this id',
  access: distributing,
  owner: portalOwned,
  body: setForm.extend({ id: optionalId(), version: id().optional() }),
  response: outcome.extend({ set: distributionSet }),
  errors: ['not_found', 'conflict', 'already_exists'],
  noStepUp: without.reversible,
});

export const saveOwners = endpoint({
  name: 'leads.save-owners',
  method: 'POST',
  path: '/setting/lead-distribution/{id}/lead-owners',
  summary: "Save a set's owners: their percentages add up to 100. Changing them restarts the count",
  access: distributing,
  owner: portalOwned,
  params: byId,
  body: z.object({
    id: id().optional(),
    leadOwners: z
      .array(z.object({ id: id(), percent }), sharesInWords(0))
      .max(200)
      .superRefine((owners, context) => {
        const total = totalPercent(owners);
        if (total !== 100) context.addIssue({ code: 'custom', message: sharesInWords(total) });
        if (new Set(owners.map((owner) => owner.id)).size < owners.length)
          context.addIssue({ code: 'custom', message: 'Each lead owner can be named once.' });
      }),
    version: id().optional(),
  }),
  response: outcome.extend({ set: distributionSet }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});

export const assignSources = endpoint({
  name: 'leads.assign-sources',
  method: 'POST',
  path: '/setting/assign-lead-sources-to-sets',
  summary: 'Assign lead sources without a set to sets, all or none',
  access: distributing,
  body: z.object({
    leadSources: z.array(z.object({ leadSourceId: id(), leadDistributionId: id() })).max(1000),
  }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});

export const deleteSet = endpoint({
  name: 'leads.delete-set',
  method: 'DELETE',
  path: '/setting/lead-distribution/{id}',
  summary: 'Delete a distribution set; its sources are then in no set',
  access: distributing,
  owner: portalOwned,
  params: byId,
  response: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['not_found'],
  noStepUp: without.reversible,
});
