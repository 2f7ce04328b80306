import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  id,
  jsonField,
  messages,
  optionalPhone,
  optionalText,
  outcome,
  webAddress,
} from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { contractorAt, pageAt } from '../core/owner.ts';
import { qrCodeOptions } from './constants.ts';
import { coBrandedPage } from '../pages/page.ts';

const materials = accessTo('marketing-materials');
/** Defaults to the flyer's saved language. */
const lang = z.enum(languages).optional();
const onePage = z.object({ contractorId: id(), pageId: id() });

/**
 * The flyer's own texts. Until the first save they come from the page and the contractor; an empty
 * company name always uses the page's.
 */
export const flyerForm = z
  .object({
    companyName: optionalText(100).default(''),
    phone: optionalPhone().default(''),
    extPhone: z
      .string()
      .transform((value) => value.replace(/\D/g, ''))
      .pipe(z.string().max(6, messages.max(6)))
      .default(''),
    websiteUrl: webAddress(128).default(''),
    qrCodeBackside: z.preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(qrCodeOptions).default('Co-branded page'),
    ),
    language: z.enum(languages).default('en'),
    /** The stored logo's name keeps it; empty removes it. */
    logoFileName: z.string().max(255).nullable().default(''),
  })
  .refine(
    ({ qrCodeBackside, websiteUrl }) => qrCodeBackside !== 'Company website' || websiteUrl !== '',
    {
      path: ['websiteUrl'],
      message: messages.required,
    },
  )
  .transform((form) => (form.phone === '' ? { ...form, extPhone: '' } : form));

export const flyerLogoRule = {
  maxBytes: 2048 * 1024,
  types: ['image/png', 'image/gif', 'image/jpeg'],
  messages: { type: 'Please upload a file in the PNG, GIF, or JPG format', size: messages.size },
} as const;

/** The limit for a logo after cropping: the maximum bytes, and the message for larger ones. */
export const croppedLogo = {
  maxBytes: 1024 * 1024,
  message: 'The uploading file cannot be more than 1 MB',
} as const;

/** `logo` is the URL of the flyer's logo, `logoUrl` that of the page. */
export const materialsPage = coBrandedPage.pick({
  id: true,
  pageName: true,
  fullUrl: true,
  logo: true,
  logoUrl: true,
  flyer: true,
  params: true,
});

export const listMaterials = endpoint({
  name: 'marketing.pages',
  method: 'GET',
  path: '/contractor/{id}/page/marketing-materials',
  summary: "The contractor's pages with their flyers' texts",
  access: materials,
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  response: z.object({ data: z.array(materialsPage) }),
  errors: ['not_found'],
});

export const saveMaterials = endpoint({
  name: 'marketing.save-flyer',
  method: 'POST',
  path: '/contractor/{id}/page/{pid}/marketing-materials',
  summary: "Save a page's flyer texts and logo",
  access: materials,
  owner: [contractorAt('id'), pageAt('pid')],
  params: z.object({ id: id(), pid: id() }),
  encoding: 'multipart',
  body: z.object({
    id: id().optional(),
    pId: id().optional(),
    pageName: z.string().max(100).optional(),
    flyer: jsonField(flyerForm),
  }),
  files: { logoFileBlob: flyerLogoRule },
  response: outcome.extend({ page: materialsPage }),
  errors: ['not_found', 'busy'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});

export const readFlyer = endpoint({
  name: 'marketing.flyer',
  method: 'GET',
  path: '/contractor/{contractorId}/page/{pageId}/flyer',
  summary: 'The homeowner flyer as a PDF of two letter pages',
  access: materials,
  owner: [contractorAt('contractorId'), pageAt('pageId')],
  params: onePage,
  query: z.object({ userId: id().optional(), lang }),
  response: { file: 'application/pdf' },
  errors: ['not_found', 'render_failed', 'busy'],
});

export const readFlyerImages = endpoint({
  name: 'marketing.flyer-images',
  method: 'GET',
  path: '/contractor/{contractorId}/page/{pageId}/flyer/images',
  summary: 'Pictures of both sides of the flyer, as URLs',
  access: materials,
  owner: [contractorAt('contractorId'), pageAt('pageId')],
  params: onePage,
  query: z.object({ lang }),
  response: z.object({ previewImageFrontSide: z.string(), previewImageBackSide: z.string() }),
  errors: ['not_found', 'render_failed', 'busy'],
});
