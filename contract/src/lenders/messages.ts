import { z } from 'zod';
import { creditBandKeys, offerKinds, projects } from '../applications/constants.ts';
import { employments, housings } from '../applications/details.ts';
import { dollars, instant } from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { usStateCodes } from '../core/us-states.ts';
import { nonEmpty } from '../core/map-values.ts';
import { consentAnswers, consentKinds } from '../legal/constants.ts';

/** The webhook protocol's version, in the header `Lintel-Version` of every call. */
export const protocolVersion = '1';

/** The messages that we send to lenders; the contents of `docs/reference/lender-webhook.md`. */

const test = z
  .literal(true)
  .optional()
  .describe('Sent by a conformance check: answer as usual, but store no application.');

const reference = z.string().describe('Our reference of the application.');

const consent = z.object({
  kind: z.enum(consentKinds),
  answer: z.enum(consentAnswers),
  version: z.number().int(),
  textHash: z.string().describe('SHA-256 of the text as shown, in hexadecimal.'),
  language: z.enum(languages),
  at: instant().meta({ format: 'date-time' }),
  address: z.string().describe('The network address that it was given from.'),
  userAgent: z.string(),
});

const applicant = z
  .object({
    homeAddress: z.object({ street: z.string(), zip: z.string() }).optional(),
    birthDate: z.iso.date().optional(),
    yearlyIncome: dollars().optional(),
    housing: z.object({ status: z.enum(housings), monthlyPayment: dollars() }).optional(),
    employment: z
      .object({
        status: z.enum(employments),
        employer: z.string().describe('Empty unless employed.'),
      })
      .optional(),
    ssnEnding: z.string().optional().describe('The last four digits.'),
  })
  .describe('The details that this lender needs; left out when it needs none.');

/** `POST <url>/applications`. */
export const applicationMessage = z
  .object({
    reference,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().describe('Ten digits.'),
    city: z.string(),
    state: z.enum(nonEmpty(usStateCodes)),
    language: z.enum(languages).describe('Write texts for the homeowner in this language.'),
    creditBand: z.enum(creditBandKeys),
    requestedAmount: dollars(),
    monthlyBudget: dollars().optional().describe('The approximate monthly payment.'),
    project: z.enum(projects),
    projectAddress: z.string().describe('May be empty.'),
    page: z
      .object({
        name: z.string(),
        url: z.string(),
        helocOffer: z.boolean(),
        fdAgreement: z.boolean(),
        creditCards: z.boolean(),
      })
      .describe('Which kinds of offers the contractor accepts.'),
    contractor: z.object({
      id: z.number().int(),
      legalName: z.string(),
      address: z.string(),
      merchantNumber: z.string().describe('The contractor’s number at this lender, or empty.'),
    }),
    applicant: applicant.optional(),
    consents: z.array(consent).describe('What the homeowner agreed to.'),
    test,
  })
  .describe('A homeowner sent an application.');
export type ApplicationMessage = z.output<typeof applicationMessage>;

/** `POST <url>/choices` and `POST <url>/given-up`. */
export const choiceMessage = z
  .object({
    application: reference,
    offer: z.object({ reference: z.string(), kind: z.enum(offerKinds), amount: dollars() }),
    choice: z.number().int().describe('Grows within an application; the higher number is later.'),
    test,
  })
  .describe('The homeowner chose an offer, or gave one up.');
export type ChoiceMessage = z.output<typeof choiceMessage>;

/** The header `Lintel-Document` of `POST <url>/documents`, as JSON in base64url. */
export const documentFacts = z
  .object({
    application: reference,
    offer: z.string().describe('The lender’s reference.'),
    request: z.string().describe('The lender’s reference.'),
    document: z.string().describe('Our reference, for document.accepted and document.rejected.'),
    name: z.string(),
    bytes: z.number().int(),
    sha256: z.string().describe('SHA-256 of the body, in hexadecimal.'),
    test,
  })
  .describe('What an uploaded document is.');
export type DocumentFacts = z.output<typeof documentFacts>;

/** `POST <url>/test`. */
export const testMessage = z
  .object({
    type: z.literal('test'),
    id: z.string(),
    sentAt: instant().meta({ format: 'date-time' }),
    test,
  })
  .describe('Staff tested the connection.');
export type TestMessage = z.output<typeof testMessage>;
