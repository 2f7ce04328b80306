import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant, optionalText, outcome, wholeNumber } from '../core/fields.ts';
import { keysOf } from '../core/map-values.ts';
import { ownContractor } from '../core/owner.ts';
import { decimal } from './quick/document.ts';
import {
  documentDigits as digits,
  documentKinds,
  documentTextLimits as limits,
  taxRatePlaces,
} from './constants.ts';
import { several } from './content.ts';

/** Most days until an estimate expires or an invoice is due. */
export const mostDefaultDays = 365;
const daysWords = `Please enter a number of days from 0 to ${mostDefaultDays}, or leave it empty.`;

const days = z
  .union([
    z.null(),
    z
      .string()
      .trim()
      .pipe(z.literal(''))
      .transform(() => null),
    wholeNumber(z.number().int().min(0, daysWords).max(mostDefaultDays, daysWords), daysWords),
  ])
  .default(null);

/** The defaults of new documents of a kind. */
export const documentDefaultsForm = z.object({
  kind: z.enum(keysOf(documentKinds)),
  taxRate: decimal({
    digits: digits.taxRate,
    sign: 'not-negative',
    required: false,
    places: taxRatePlaces,
  }).default(0),
  /** Days from issue until it expires or is due; null sets no day. */
  days,
  license: optionalText(limits.license).default(''),
  notes: several(limits.notes),
  terms: several(limits.terms),
});

const shownDefaults = z.object({
  /** Percent. */
  taxRate: z.number(),
  days: z.number().nullable(),
  license: z.string(),
  notes: z.string(),
  terms: z.string(),
  savedAt: instant(),
});
export type DocumentDefaults = z.output<typeof shownDefaults>;

const both = z.object({ estimate: shownDefaults.nullable(), invoice: shownDefaults.nullable() });

export const readDocumentDefaults = endpoint({
  name: 'documents.defaults',
  method: 'GET',
  path: '/documents-defaults',
  summary: 'The defaults of new documents; null where they copy the latest one of their kind',
  access: accessTo('documents'),
  owner: ownContractor,
  response: both,
  errors: ['not_found'],
});

export const saveDocumentDefaults = endpoint({
  name: 'documents.save-defaults',
  method: 'POST',
  path: '/documents-defaults',
  summary: 'Set the defaults of new documents of a kind',
  access: accessTo('documents'),
  owner: ownContractor,
  body: documentDefaultsForm,
  response: outcome.extend(both.shape),
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'account' },
});
