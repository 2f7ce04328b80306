import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { color, email, id, messages, optionalId, outcome, wholeNumber } from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { inBody, inQuery, ownContractor, pageAt, sharedAt } from '../core/owner.ts';
import { bannerSizes, realWidget } from './constants.ts';

const materials = accessTo('marketing-materials');
const userId = optionalId();
/** An empty value counts as left out. */
const orDefault = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const pageParams = z.object({ pageId: id() });
/** `0` shows the offers button or the link, `1` hides it. */
const hideLink = orDefault(z.enum(['0', '1']).default('0'));
/** The visitors' language; defaults to the browser's. */
const lang = orDefault(z.enum(languages).optional());
const limit = { max: 30, seconds: 3600, by: 'account' } as const;

/** The recipient of a code; all white space is removed. */
export const codeEmail = z.object({
  email: z
    .string(messages.required)
    .transform((value) => value.replace(/\s+/g, ''))
    .pipe(email(250)),
});

/**
 * `html` is the widget's placeholder with a plain link in it, `script` the loader's tag, which a
 * page needs once.
 */
const code = z.object({ html: z.string(), script: z.string() });

const calculatorOptions = z.object({
  userId,
  color1: color(),
  color2: color(),
  coBrandedColor: color(),
  /** `1` with a border, `0` without. */
  border: orDefault(z.enum(['0', '1']).default('1')),
  hideLink,
  lang,
});

const thePath = sharedAt(inQuery('pageId'), 'It repeats the path and is not read.');

export const calculatorCode = endpoint({
  name: 'marketing.calculator',
  method: 'GET',
  path: '/widgets/payment-calculator/{pageId}',
  summary: 'The code of the monthly payment calculator for a website',
  access: materials,
  owner: [ownContractor, pageAt('pageId'), thePath],
  params: pageParams,
  query: calculatorOptions.extend({ pageId: id().optional() }),
  response: code,
  errors: ['not_found'],
});

export const mailCalculator = endpoint({
  name: 'marketing.mail-calculator',
  method: 'POST',
  path: '/widgets/payment-calculator/{pageId}/mail',
  summary: 'E-mail the code of the monthly payment calculator',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  encoding: 'multipart',
  body: calculatorOptions.extend(codeEmail.shape),
  response: outcome,
  errors: ['not_found'],
  limit,
  mailsTo: 'email',
});

const fullPageOptions = calculatorOptions.omit({ border: true });

export const fullPageShow = endpoint({
  name: 'marketing.full-page-show',
  method: 'GET',
  path: '/widgets/full-page/show',
  summary:
    'Whether the full page widget is available: the contractor has a page, and a tier other than Free',
  access: materials,
  query: z.object({ userId }),
  response: z.object({ show: z.boolean() }),
});

export const fullPageCode = endpoint({
  name: 'marketing.full-page',
  method: 'GET',
  path: '/widgets/full-page/{pageId}',
  summary: 'The code of the full page widget',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  query: fullPageOptions,
  response: code,
  errors: ['not_found'],
});

export const fullPagePreview = endpoint({
  name: 'marketing.full-page-preview',
  method: 'GET',
  path: '/widgets/full-page/{pageId}/preview',
  summary: 'A page that shows the full page widget by its own code',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  query: fullPageOptions,
  response: { file: 'text/html' },
  errors: ['not_found'],
});

export const mailFullPage = endpoint({
  name: 'marketing.mail-full-page',
  method: 'POST',
  path: '/widgets/full-page/{pageId}/mail',
  summary: 'E-mail the code of the full page widget',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  encoding: 'multipart',
  body: fullPageOptions.extend(codeEmail.shape),
  response: outcome,
  errors: ['not_found'],
  limit,
  mailsTo: 'email',
});

const realOptions = z.object({
  userId,
  color1: color(),
  color2: color(),
  color3: color(),
  /** The button's width in pixels. */
  widthbtn: orDefault(
    wholeNumber(z.number().int().min(realWidget.minWidth).max(1200)).default(realWidget.width),
  ),
  textButton: z.string().trim().max(40).default(''),
  hideLink,
  lang,
});

export const realCode = endpoint({
  name: 'marketing.real',
  method: 'GET',
  path: '/widgets/real/{pageId}',
  summary: 'The code of the apply-now button, and its preview',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  query: realOptions,
  response: code.extend({ previewScript: z.string(), previewHtml: z.string() }),
  errors: ['not_found'],
});

export const mailReal = endpoint({
  name: 'marketing.mail-real',
  method: 'POST',
  path: '/widgets/real/{pageId}/mail',
  summary: 'E-mail the code of the apply-now button',
  access: materials,
  owner: [ownContractor, pageAt('pageId')],
  params: pageParams,
  encoding: 'multipart',
  body: realOptions.extend(codeEmail.shape),
  response: outcome,
  errors: ['not_found'],
  limit,
  mailsTo: 'email',
});

export const listBanners = endpoint({
  name: 'marketing.banners',
  method: 'GET',
  path: '/widgets/banners',
  summary: 'The designs of banners',
  access: materials,
  query: z.object({ userId }),
  response: z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) }),
});

export const listBannerSizes = endpoint({
  name: 'marketing.banner-sizes',
  method: 'GET',
  path: '/widgets/banners/size',
  summary: 'The sizes of banners in pixels',
  access: materials,
  query: z.object({ userId }),
  response: z.object({
    data: z.array(z.object({ size: z.string(), width: z.number(), height: z.number() })),
  }),
});

const bannerOptions = z
  .object({
    userId,
    pageId: id(),
    width: wholeNumber().default(930),
    height: wholeNumber().default(180),
    hideLink,
    /** A picture has one language. */
    lang: orDefault(z.enum(languages).default('en')),
  })
  .refine(
    ({ width, height }) => bannerSizes.some((one) => one.width === width && one.height === height),
    {
      path: ['width'],
      message: 'Choose one of the listed sizes.',
    },
  );

const theDesign = sharedAt('id', 'Every contractor may use every design.');

export const bannerCode = endpoint({
  name: 'marketing.banner',
  method: 'GET',
  path: '/widgets/banner/{id}',
  summary: 'The code of a banner for a website',
  access: materials,
  owner: [ownContractor, pageAt(inQuery('pageId')), theDesign],
  params: z.object({ id: id() }),
  query: bannerOptions,
  response: z.object({
    code: z.string(),
    params: z.object({ width: z.number(), height: z.number() }),
  }),
  errors: ['not_found'],
});

export const mailBanner = endpoint({
  name: 'marketing.mail-banner',
  method: 'POST',
  path: '/widgets/banner/{id}/mail',
  summary: 'E-mail the code of a banner',
  access: materials,
  owner: [ownContractor, pageAt(inBody('pageId')), theDesign],
  params: z.object({ id: id() }),
  encoding: 'multipart',
  body: bannerOptions.safeExtend(codeEmail.shape),
  response: outcome,
  errors: ['not_found'],
  limit,
  mailsTo: 'email',
});
