import { z } from 'zod';
import { accessTo, viewAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { checkBox, id, instant, jsonField, optionalText, outcome } from '../core/fields.ts';
import { customerImportAt, ownContractor } from '../core/owner.ts';
import {
  importFields,
  existingCustomerPolicies,
  importMessages,
  maxImportBytes,
} from './constants.ts';

const changing = accessTo('customers');

const file = {
  file: {
    maxBytes: maxImportBytes,
    types: ['text/csv', 'text/plain'],
    messages: { type: importMessages.type, size: importMessages.size },
  },
} as const;

/** The file's column for each field, counted from 0. */
export const importColumns = z
  .partialRecord(z.enum(importFields), z.number().int().min(0).max(199))
  .refine(
    ({ name, firstName, lastName }) => [name, firstName, lastName].some((one) => one !== undefined),
    importMessages.noName,
  );
export type ImportColumns = z.output<typeof importColumns>;

const choices = {
  columns: jsonField(importColumns),
  /** What to do with a row whose phone or e-mail an existing customer has. */
  ifKnown: z.enum(existingCustomerPolicies).default('skip'),
};

/** A row that can't be imported, with the line of the file that it begins on. */
const problem = z.object({
  line: z.number(),
  field: z.string(),
  value: z.string(),
  text: z.string(),
});
export type ImportProblem = z.output<typeof problem>;

export const readImportFile = endpoint({
  name: 'customers.import-read',
  method: 'POST',
  path: '/customers/import/read',
  summary: 'The columns of a CSV file with its first rows and the detected fields',
  access: changing,
  owner: ownContractor,
  encoding: 'multipart',
  files: file,
  response: z.object({
    headers: z.array(z.string()),
    /** The first rows, unchanged. */
    sample: z.array(z.array(z.string())),
    rows: z.number(),
    columns: z.partialRecord(z.enum(importFields), z.number()),
  }),
  errors: ['not_found', 'busy'],
  limit: { max: 60, seconds: 600, by: 'account' },
});

export const checkImport = endpoint({
  name: 'customers.import-check',
  method: 'POST',
  path: '/customers/import/check',
  summary: 'Preview an import: its effect, and the problems of each line; nothing is stored',
  access: changing,
  owner: ownContractor,
  encoding: 'multipart',
  body: z.object(choices),
  files: file,
  response: z.object({
    add: z.number(),
    fill: z.number(),
    skip: z.number(),
    problems: z.array(problem),
  }),
  errors: ['not_found', 'busy'],
  limit: { max: 60, seconds: 600, by: 'account' },
});

const imported = z.object({
  id: z.number(),
  fileName: z.string(),
  at: instant(),
  by: z.string(),
  added: z.number(),
  filled: z.number(),
  skipped: z.number(),
  undoneAt: instant().nullable(),
});
export type CustomerImport = z.output<typeof imported>;

export const importCustomers = endpoint({
  name: 'customers.import',
  method: 'POST',
  path: '/customers/import',
  summary:
    'Add the customers of a CSV file. A line with a mistake stops the whole file, unless the request imports the valid lines only',
  access: changing,
  owner: ownContractor,
  encoding: 'multipart',
  body: z.object({
    ...choices,
    fileName: optionalText(200).default(''),
    /** Skips rows with mistakes. */
    validOnly: checkBox().default(false),
  }),
  files: file,
  response: outcome.extend({ data: imported }),
  errors: ['not_found', 'busy'],
  limit: { max: 20, seconds: 600, by: 'account' },
  idempotent: true,
});

export const listImports = endpoint({
  name: 'customers.imports',
  method: 'GET',
  path: '/customers/imports',
  summary: 'The last 20 imports of customers',
  access: viewAccess('customers'),
  owner: ownContractor,
  response: z.object({ data: z.array(imported) }),
  errors: ['not_found'],
});

export const undoImport = endpoint({
  name: 'customers.undo-import',
  method: 'POST',
  path: '/customers/imports/{id}/undo',
  summary: 'Undo an import. Customers with later activity stay',
  access: changing,
  owner: [ownContractor, customerImportAt('id')],
  params: z.object({ id: id() }),
  response: outcome.extend({ removed: z.number(), kept: z.number() }),
  errors: ['not_found', 'conflict'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
