import { z } from 'zod';
import { anonymous } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { dollars, email, id, messages, optionalText, personName, phone, text } from './core/fields.ts';
import { usStateCodes } from './core/us-states.ts';
import {
  amountRange,
  consentVersion,
  creditBandKeys,
  homeownerStatuses,
  offerKinds,
  projects,
} from './applications-constants.ts';

const amountText = `Please enter an amount between $${amountRange.min.toLocaleString('en-US')} and $${amountRange.max.toLocaleString('en-US')}.`;

/** Plain decimal digits only: neither `0x10` nor `1e5` is an amount. */
const amountOf = (plain: string): number => (/^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN);

/** Dollars from a form (`15,000` and `$15,000` too) or from JSON. */
const requestedAmount = z
  .union([z.number(), z.string().transform((value) => amountOf(value.replace(/[$,\s]/g, '')))], messages.required)
  .pipe(
    z
      .number(amountText)
      .min(amountRange.min, amountText)
      .max(amountRange.max, amountText)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, amountText),
  );

/** The application form. A homeowner sends it whole; the draft takes any part of it. */
export const applicationForm = z.object({
  firstName: personName(100),
  lastName: personName(100),
  email: email(250),
  phone: phone(),
  city: text(100),
  state: z.enum(usStateCodes, messages.required),
  creditBand: z.enum(creditBandKeys, messages.required),
  requestedAmount,
  project: z.enum(projects, messages.required),
});
export type ApplicationForm = z.output<typeof applicationForm>;

/** What may be kept while the form is half filled: as typed, only bounded. */
export const applicationDraft = z
  .object({
    firstName: optionalText(100),
    lastName: optionalText(100),
    email: optionalText(250),
    phone: optionalText(32),
    city: optionalText(100),
    state: optionalText(2),
    creditBand: optionalText(16),
    requestedAmount: optionalText(16),
    project: optionalText(50),
  })
  .partial();
export type ApplicationDraft = z.output<typeof applicationDraft>;

/** An offer as the homeowner sees it. Amounts in dollars, the rate in percent a year. */
export const homeownerOffer = z.object({
  id: z.number(),
  kind: z.enum(offerKinds),
  lenderName: z.string(),
  amount: dollars(),
  apr: z.number().nullable(),
  termMonths: z.number().nullable(),
  monthlyPayment: dollars().nullable(),
  chosen: z.boolean(),
  approved: z.boolean(),
  funded: z.boolean(),
});
export type HomeownerOffer = z.output<typeof homeownerOffer>;

export const homeownerApplication = z.object({
  token: z.string(),
  status: z.enum(homeownerStatuses),
  draft: z.partialRecord(applicationForm.keyof(), z.string().optional()),
  offers: z.array(homeownerOffer),
});
export type HomeownerApplication = z.output<typeof homeownerApplication>;

const byToken = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/) });

export const startApplication = endpoint({
  name: 'applications.start',
  method: 'POST',
  path: '/homeowner/pages/{pageName}/applications',
  summary: 'Start an application on a co-branded page; saves a draft',
  access: anonymous,
  params: z.object({ pageName: z.string().max(100) }),
  body: z.object({ source: z.string().max(40).default('page'), draft: applicationDraft.default({}) }),
  response: homeownerApplication,
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const readApplication = endpoint({
  name: 'applications.read',
  method: 'GET',
  path: '/homeowner/applications/{token}',
  summary: 'An application, by the secret that its homeowner holds',
  access: anonymous,
  params: byToken,
  response: homeownerApplication,
  errors: ['not_found'],
  limit: { max: 240, seconds: 60, by: 'address' },
});

export const saveDraft = endpoint({
  name: 'applications.save-draft',
  method: 'POST',
  path: '/homeowner/applications/{token}',
  summary: 'Save what has been filled in so far',
  access: anonymous,
  params: byToken,
  body: z.object({ draft: applicationDraft }),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 240, seconds: 60, by: 'address' },
});

export const submitApplication = endpoint({
  name: 'applications.submit',
  method: 'POST',
  path: '/homeowner/applications/{token}/submit',
  summary: 'Send the application to the lenders, with the consent to do so. Sending it again changes nothing.',
  access: anonymous,
  params: byToken,
  body: applicationForm.extend({
    consent: z.literal(true, 'Please agree, so that lenders may look at your application.'),
    consentVersion: z.literal(consentVersion, 'The text has changed meanwhile. Please reload the page and read it again.'),
  }),
  response: homeownerApplication,
  errors: ['not_found'],
  limit: { max: 30, seconds: 60, by: 'address' },
});

export const chooseOffer = endpoint({
  name: 'applications.choose-offer',
  method: 'POST',
  path: '/homeowner/applications/{token}/offers/{offerId}/choose',
  summary: 'Choose an offer. Choosing it again changes nothing.',
  access: anonymous,
  params: byToken.extend({ offerId: id() }),
  response: homeownerApplication,
  errors: ['not_found', 'application_closed'],
  limit: { max: 60, seconds: 60, by: 'address' },
});
