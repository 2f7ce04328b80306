import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instant, outcome } from '../../core/fields.ts';
import { portalOwned } from '../../core/owner.ts';
import { byLender, changingLenders, readingLenders } from '../lender.ts';
import { checkResult } from './check.ts';

const run = z.object({
  startedAt: instant(),
  /** Who started it. */
  by: z.string(),
  /** Null while it runs. */
  finishedAt: instant().nullable(),
  /** It ended without a result for each check. */
  isInterrupted: z.boolean(),
  /** How many checks there are. */
  total: z.number(),
  results: z.array(checkResult),
});
export type ConformanceRun = z.output<typeof run>;

export const readConformance = endpoint({
  name: 'lenders.conformance',
  method: 'GET',
  path: '/manage/lenders/{id}/conformance',
  summary: 'The last conformance run of a lender, also while it runs',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  response: z.object({ run: run.nullable() }),
  errors: ['not_found'],
});

export const startConformance = endpoint({
  name: 'lenders.start-conformance',
  method: 'POST',
  path: '/manage/lenders/{id}/conformance',
  summary: 'Check a lender’s endpoint with test messages',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 10, seconds: 60, by: 'account' },
  noStepUp: 'The messages have no data of homeowners.',
});
