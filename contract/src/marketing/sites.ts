import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, messages, outcome } from '../core/fields.ts';
import { contractorAt } from '../core/owner.ts';
import { widgetKinds } from './constants.ts';

const materials = accessTo('marketing-materials');

/** Where embed codes were seen, latest first: the embeds report the page they are on. */
const sighting = z.object({
  id: z.number(),
  widget: z.enum(widgetKinds),
  pageId: z.number(),
  pageName: z.string(),
  /** Host and path, without query. */
  site: z.string(),
  firstSeen: instant(),
  lastSeen: instant(),
});
export type Sighting = z.output<typeof sighting>;

/** A website's origin from a typed address; the default scheme is `https`. */
const siteOrigin = z
  .string()
  .trim()
  .max(200, messages.max(200))
  .transform((value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`))
  .refine(
    (value) => URL.canParse(value) && /\.[a-z]{2,}$/i.test(new URL(value).hostname),
    messages.url,
  )
  .transform((value) => new URL(value).origin);

export const sitesForm = z.object({ sites: z.array(siteOrigin).max(50) });

export const readSites = endpoint({
  name: 'marketing.sites',
  method: 'GET',
  path: '/contractor/{id}/widget-sites',
  summary: 'The websites allowed to show the widgets (empty: any), and where they were seen',
  access: materials,
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  response: z.object({ sites: z.array(z.string()), sightings: z.array(sighting) }),
  errors: ['not_found'],
});

export const saveSites = endpoint({
  name: 'marketing.save-sites',
  method: 'POST',
  path: '/contractor/{id}/widget-sites',
  summary: 'Limit the widgets to these websites; an empty list lets any show them',
  access: materials,
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  encoding: 'json',
  body: sitesForm,
  response: outcome.extend({ sites: z.array(z.string()) }),
  errors: ['not_found'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});
