import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id, optionalText, outcome } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import { byLender, changingLenders, readingLenders } from './lender.ts';

/** A contractor's entry with a lender. */
const entry = z.object({
  /** The contractor's. */
  id: z.number(),
  companyName: z.string(),
  merchantNumber: z.string(),
  /** Null: as the lender's rules say. */
  isAllowed: z.boolean().nullable(),
});
export type LenderContractor = z.output<typeof entry>;

export const listLenderContractors = endpoint({
  name: 'lenders.contractors',
  method: 'GET',
  path: '/manage/lenders/{id}/contractors',
  summary: 'Contractors with their merchant numbers at a lender',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  query: z.object({
    page: page(),
    limit: limit([25, 50, 100], 25),
    searchText: z.string().trim().max(250).default(''),
    /** All contractors, or those with an entry. */
    show: z.enum(['all', 'entered']).default('entered'),
  }),
  response: listSchema(entry),
  errors: ['not_found'],
});

export const saveLenderContractor = endpoint({
  name: 'lenders.save-contractor',
  method: 'POST',
  path: '/manage/lenders/{id}/contractors/{contractor}',
  summary: 'Set a contractor’s merchant number, and whether the lender gets its applications',
  access: changingLenders,
  owner: portalOwned,
  params: byLender.extend({ contractor: id() }),
  body: z.object({
    merchantNumber: optionalText(60).default(''),
    isAllowed: z.boolean().nullable(),
  }),
  response: outcome,
  errors: ['not_found'],
  stepUp: true,
});
