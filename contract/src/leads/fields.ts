import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { checkBox, id, instant, outcome, text } from '../core/fields.ts';
import { listSchema } from '../core/list.ts';
import { leadMessages, maxLinkIdDigits } from './constants.ts';

/** For the Settings screen, and for staff who create leads. */
const reading = staffWith(['manage-lead-fields', 'access'], ['manage-contractors', 'access']);
const changing = staffWithAll(['manage-settings', 'modify'], ['manage-lead-fields', 'modify']);

const yesOrNo = () =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .transform((value) => (value === '' ? undefined : value === 'true' || value === '1'))
    .optional();

/** Who last changed a list, and the version to detect conflicts. */
const revision = {
  /** Incremented on each save. */
  version: z.number(),
  lastUpdated: z.object({ email: z.string(), userName: z.string(), at: instant() }).nullable(),
};

export const leadSource = z.object({
  id: z.number(),
  /** The same as `id`. */
  sourceId: z.number(),
  value: z.string(),
  /** Up to nine digits that identify the source in links; may be empty. */
  linkId: z.string(),
  isShowing: z.boolean(),
  /** The distribution set that assigns its leads. */
  leadDistributionSet: z.object({ id: z.number(), title: z.string() }).nullable(),
});
export type LeadSource = z.output<typeof leadSource>;

export const listLeadSources = endpoint({
  name: 'leads.sources',
  method: 'GET',
  path: '/setting/lead-sources',
  summary:
    'Lead sources: all, the visible ones (`show`), or those in a distribution set or in none (`distributed`)',
  access: reading,
  query: z.object({ show: yesOrNo(), distributed: yesOrNo() }),
  response: listSchema(leadSource).extend(revision),
});

const linkId = z.preprocess(
  (value) => (value === null || value === undefined ? '' : String(value).trim()),
  z.string().regex(new RegExp(String.raw`^\d{0,${maxLinkIdDigits}}$`), leadMessages.linkIdDigits),
);

const oneShowing = { path: ['leadSources'], message: leadMessages.noneShowing };

export const leadSourcesForm = z.object({
  leadSources: z
    .array(z.object({ id: id().optional(), value: text(240), linkId, isShowing: checkBox() }))
    .max(1000)
    .superRefine((sources, context) => {
      sources.forEach((one, at) => {
        const twice =
          one.linkId !== '' &&
          sources.some((other, place) => place !== at && other.linkId === one.linkId);
        if (twice)
          context.addIssue({
            code: 'custom',
            path: [at, 'linkId'],
            message: leadMessages.sameLinkId,
          });
      });
    }),
});

export const saveLeadSources = endpoint({
  name: 'leads.save-sources',
  method: 'POST',
  path: '/setting/lead-sources',
  summary:
    'Save the visible lead sources and their Link IDs. A source without an id is new; sources left out stay',
  access: changing,
  body: leadSourcesForm
    .extend({ version: z.number().int().optional() })
    .refine(({ leadSources }) => leadSources.some(({ isShowing }) => isShowing), oneShowing),
  response: outcome,
  errors: ['conflict'],
  noStepUp: without.reversible,
});

export const firstTouch = z.object({
  id: z.number(),
  value: z.string(),
  isShowing: z.boolean(),
  /** The list contains the same value more than once. */
  double: z.boolean(),
});
export type FirstTouch = z.output<typeof firstTouch>;

export const listFirstTouches = endpoint({
  name: 'leads.first-touches',
  method: 'GET',
  path: '/setting/lead-first-touch',
  summary: 'First touches: all, or the visible ones (`show`)',
  access: reading,
  query: z.object({ show: yesOrNo() }),
  response: listSchema(firstTouch).extend(revision),
});

export const saveFirstTouches = endpoint({
  name: 'leads.save-first-touches',
  method: 'POST',
  path: '/setting/lead-first-touch',
  summary: 'Save the visible first touches. One without an id is new; those left out stay',
  access: changing,
  body: z
    .object({
      leadFirstTouch: z
        .array(z.object({ id: id().optional(), value: text(240), isShowing: checkBox() }))
        .max(1000),
      version: z.number().int().optional(),
    })
    .refine(({ leadFirstTouch }) => leadFirstTouch.some(({ isShowing }) => isShowing), {
      path: ['leadFirstTouch'],
      message: leadMessages.noneShowing,
    }),
  response: outcome,
  errors: ['conflict'],
  noStepUp: without.reversible,
});
