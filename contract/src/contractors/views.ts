import { z } from 'zod';
import { paymentStatuses, tiers } from '../billing/tiers.ts';
import { contractorColumns, contractorOrders, cpActivations } from './manage-constants.ts';
import { w9Statuses } from '../payouts/constants.ts';
import { contractorFilterShape, managing } from './manage.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, outcome, text } from '../core/fields.ts';
import { contractorViewAt } from '../core/owner.ts';

const byId = z.object({ id: id() });

export const contractorFilters = z.object(contractorFilterShape);
export type ContractorFilters = z.output<typeof contractorFilters>;

/** The visible columns, in the grid's order. */
const columns = z
  .array(z.enum(contractorColumns))
  .max(contractorColumns.length)
  .transform((chosen) => contractorColumns.filter((one) => chosen.includes(one)));

const order = z.templateLiteral([z.enum(['+', '-']), z.enum(contractorOrders)]);

/** A saved view: rows, columns, and sort order. */
export const viewForm = z.object({ name: text(60), filters: contractorFilters, columns, order });

export const contractorView = z.object({
  id: z.number(),
  name: z.string(),
  filters: z.object({
    searchText: z.string(),
    statusPayment: z.enum(['', ...paymentStatuses]),
    statusW9: z.array(z.enum(w9Statuses)),
    showDifferencesOnly: z.boolean(),
    tier: z.enum(['', ...tiers]),
    cpActivation: z.enum(['', ...cpActivations]),
  }),
  columns: z.array(z.enum(contractorColumns)),
  order,
});
export type ContractorView = z.output<typeof contractorView>;

export const readViews = endpoint({
  name: 'contractors.views',
  method: 'GET',
  path: '/manage/contractors/views',
  summary: "The caller's saved views of the contractors, and visible columns",
  access: managing,
  response: z.object({
    views: z.array(contractorView),
    columns: z.array(z.enum(contractorColumns)),
  }),
});

export const saveView = endpoint({
  name: 'contractors.save-view',
  method: 'POST',
  path: '/manage/contractors/views',
  summary: 'Save a view of the contractors; replaces one with the same name',
  access: managing,
  encoding: 'json',
  body: viewForm,
  response: outcome.extend({ view: contractorView }),
  errors: ['conflict'],
  noStepUp: without.ownView,
});

export const deleteView = endpoint({
  name: 'contractors.delete-view',
  method: 'DELETE',
  path: '/manage/contractors/views/{id}',
  summary: 'Delete your own view',
  access: managing,
  owner: contractorViewAt('id'),
  params: byId,
  response: outcome,
  errors: ['not_found'],
  noStepUp: without.ownView,
});

export const chooseColumns = endpoint({
  name: 'contractors.choose-columns',
  method: 'POST',
  path: '/manage/contractors/columns',
  summary: "Save the caller's visible columns",
  access: managing,
  encoding: 'json',
  body: z.object({ columns }),
  response: outcome,
  noStepUp: without.ownView,
});
