import { z } from 'zod';
import { accessTo, anonymous, contractorsAndStaff } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  checkBox,
  id,
  jsonField,
  messages,
  optionalText,
  outcome,
  text,
  webAddress,
  wholeNumber,
} from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { contractorAt, pageAt, publicId } from '../core/owner.ts';
import type { ProviderLine } from '../legal/page.ts';
import type { RateRange } from '../marketing/payment-example.ts';

export const creditCardAnswers = ['Yes', 'No', 'No but interested'] as const;
export type CreditCardAnswer = (typeof creditCardAnswers)[number];

/**
 * A page name in its stored form: lowercase, white space as hyphens, no repeated or edge hyphens.
 */
export const tidyPageName = (value: string): string =>
  value
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');

/**
 * How many names a contractor may hold per page, including earlier ones: a name is never given to
 * another contractor.
 */
export const namesPerPage = 10;

/** The last segment of the public URL. Unique across all contractors. */
export const pageName = z
  .string(messages.required)
  .transform(tidyPageName)
  .pipe(
    z
      .string()
      .min(1, messages.required)
      .regex(/^[a-z0-9-]*$/, 'Please use letters, digits and hyphens only.')
      .min(2, 'Please use at least 2 characters.')
      .max(100, messages.max(100)),
  );

export const pageParams = z.object({
  companyName: text(240),
  title: optionalText(250).default(''),
  logoLinkUrl: webAddress(128).default(''),
  fdAgreement: checkBox().default(false),
  helocOffer: checkBox().default(false),
  concierge: checkBox().default(false),
  ccAcceptance: z.enum(creditCardAnswers, messages.required),
});
export type PageParams = z.output<typeof pageParams>;

export const coBrandedPage = z.object({
  id: z.number(),
  pageName: z.string(),
  /** The public URL. */
  fullUrl: z.string(),
  /** False for a closed page: visitors see the contractor's contact details instead. */
  isActive: z.boolean(),
  logoUrl: z.string().nullable(),
  /** The logo and the flyer, as named in the marketing materials. */
  logo: z.string().nullable(),
  flyer: z.object({
    logoFileName: z.string().nullable(),
    companyName: z.string(),
    phone: z.string(),
    extPhone: z.string(),
    websiteUrl: z.string(),
    qrCodeBackside: z.string(),
    language: z.enum(languages),
  }),
  params: z.object({
    companyName: z.string(),
    title: z.string(),
    logoLinkUrl: z.string(),
    fdAgreement: z.boolean(),
    helocOffer: z.boolean(),
    concierge: z.boolean(),
    ccAcceptance: z.enum(creditCardAnswers),
  }),
  /**
   * Incremented on each save and sent back with an update, so that no save overwrites unseen
   * changes.
   */
  version: z.number(),
});
export type CoBrandedPage = z.output<typeof coBrandedPage>;

export const logoRule = {
  maxBytes: 2048 * 1024,
  types: ['image/png', 'image/gif', 'image/jpeg'],
  messages: { type: 'Please upload a file in the PNG, GIF, or JPG format', size: messages.size },
} as const;

const contractorParams = z.object({ id: id() });

/** The form of a page. The multipart fields are strings; `params` is JSON. */
export const pageForm = z.object({
  pageName,
  params: jsonField(pageParams),
  /** `1` removes the stored logo. */
  removeLogo: z.enum(['0', '1']).default('0'),
});

export const listPages = endpoint({
  name: 'pages.list',
  method: 'GET',
  path: '/contractor/{id}/page',
  summary: 'The co-branded pages of a contractor, open and closed, oldest first',
  access: accessTo('co-branded'),
  owner: contractorAt('id'),
  params: contractorParams,
  response: z.object({ data: z.array(coBrandedPage) }),
  errors: ['not_found'],
});

export const listPageNames = endpoint({
  name: 'pages.filter-list',
  method: 'GET',
  path: '/contractor/{id}/co-branded-pages/filter-list',
  summary: "The contractor's pages as selector options",
  access: contractorsAndStaff,
  owner: contractorAt('id'),
  params: contractorParams,
  response: z.object({ data: z.array(z.object({ id: z.number(), pageName: z.string() })) }),
  errors: ['not_found'],
});

const saved = outcome.extend({ page: coBrandedPage });

export const createPage = endpoint({
  name: 'pages.create',
  method: 'POST',
  path: '/contractor/{id}/page',
  summary: 'Create a co-branded page',
  access: accessTo('co-branded'),
  owner: contractorAt('id'),
  params: contractorParams,
  encoding: 'multipart',
  body: pageForm.extend({ id: id().optional() }),
  files: { logo: logoRule },
  response: saved,
  errors: ['not_found', 'page_name_taken', 'busy'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});

export const updatePage = endpoint({
  name: 'pages.update',
  method: 'POST',
  path: '/contractor/{id}/page/{pid}',
  summary: 'Change a co-branded page',
  access: accessTo('co-branded'),
  owner: [contractorAt('id'), pageAt('pid')],
  params: z.object({ id: id(), pid: id() }),
  encoding: 'multipart',
  body: pageForm.extend({
    id: id().optional(),
    pId: id().optional(),
    version: wholeNumber().optional(),
  }),
  files: { logo: logoRule },
  response: saved,
  errors: ['not_found', 'page_name_taken', 'conflict', 'busy'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});

/** Closes a page to visitors, or reopens it. Existing applications stay reachable. */
export const setPageActive = endpoint({
  name: 'pages.set-active',
  method: 'POST',
  path: '/contractor/{id}/page/{pid}/active',
  summary: 'Close or reopen a co-branded page',
  access: accessTo('co-branded'),
  owner: [contractorAt('id'), pageAt('pid')],
  params: z.object({ id: id(), pid: id() }),
  body: z.object({ isActive: z.boolean() }),
  response: saved,
  errors: ['not_found'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});

/**
 * Public pictures (logos). The key is unguessable and its content never changes, so responses can
 * be cached forever.
 */
export const readMedia = endpoint({
  name: 'pages.media',
  method: 'GET',
  path: '/media/{key}',
  summary: 'A public picture',
  access: anonymous,
  owner: publicId,
  params: z.object({ key: z.string().regex(/^[a-z0-9-]{8,80}\.png$/) }),
  response: { file: 'image/png' },
  errors: ['not_found'],
});

/** The public page at `/p/{pageName}`. */
export interface PublicPage {
  /** Stays the same when the page is renamed. */
  id: number;
  pageName: string;
  companyName: string;
  title: string;
  logoUrl: string | null;
  logoLinkUrl: string;
  /** The contractor's own phone, ten digits, or empty. */
  phone: string;
  /** The contractor's own address, site, and license; empty when unknown. */
  address: string;
  websiteUrl: string;
  licenseNumber: string;
  provider: ProviderLine;
  helocOffer: boolean;
  fdAgreement: boolean;
  creditCards: boolean;
  concierge: boolean;
  /** What its lenders declare for installment loans; null when unknown. */
  rates: RateRange | null;
}
