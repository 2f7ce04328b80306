import { z } from 'zod';
import { managing } from './manage.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { anyContractor } from '../core/owner.ts';

const entry = z.object({
  id: z.number(),
  at: instant(),
  /** The action's label. */
  text: z.string(),
  /** Who did it; empty without a session. */
  by: z.string(),
  /** The account that staff had switched into. */
  switchedInto: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type HistoryEntry = z.output<typeof entry>;

export const historyPageSizes = [10, 25, 50, 100] as const;

export const readHistory = endpoint({
  name: 'contractors.history',
  method: 'GET',
  path: '/manage/contractor/{id}/history',
  summary: 'Changes to a contractor, newest first',
  access: managing,
  owner: anyContractor,
  params: z.object({ id: id() }),
  query: z.object({ page: page(), limit: limit(historyPageSizes, 25) }),
  response: listSchema(entry),
  errors: ['not_found'],
});
