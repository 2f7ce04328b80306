import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, outcome, wholeNumber } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import { byLender, changingLenders, readingLenders } from './lender.ts';
import { secretOverlapHours } from './constants.ts';

const secret = z.object({
  id: z.number(),
  createdAt: instant(),
  /** When it stops working; null for the current one. */
  retiresAt: instant().nullable(),
  lastUsedAt: instant().nullable(),
});

export const readSecrets = endpoint({
  name: 'lenders.secrets',
  method: 'GET',
  path: '/manage/lenders/{id}/secrets',
  summary: 'A lender’s signing secrets, without their values, and where its events go',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  response: z.object({ eventsUrl: z.string(), secrets: z.array(secret) }),
  errors: ['not_found'],
});

export const rotateSecret = endpoint({
  name: 'lenders.rotate-secret',
  method: 'POST',
  path: '/manage/lenders/{id}/secrets',
  summary: 'Make a new signing secret, shown once; the previous one keeps working for some hours',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  body: z.object({
    overlapHours: wholeNumber().refine(
      (hours) => secretOverlapHours.some((one) => one === hours),
      `Please choose one of ${secretOverlapHours.join(', ')} hours.`,
    ),
  }),
  response: outcome.extend({ secret: z.string() }),
  errors: ['not_found', 'conflict'],
  stepUp: true,
});

export const testLender = endpoint({
  name: 'lenders.test',
  method: 'POST',
  path: '/manage/lenders/{id}/test',
  summary: 'Send a signed test call to a lender',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  response: z.object({
    ok: z.boolean(),
    /** The HTTP status; null without an answer. */
    status: z.number().nullable(),
    milliseconds: z.number(),
    /** What went wrong and what to do, or empty. */
    problem: z.string(),
  }),
  errors: ['not_found', 'conflict'],
  limit: { max: 20, seconds: 60, by: 'account' },
  noStepUp: 'The call has no data of homeowners.',
});

const lenderCall = z.object({
  id: z.number(),
  at: instant(),
  direction: z.enum(['out', 'in']),
  /** `application`, `choice`, `given-up`, `document`, `test`, or an event's type. */
  kind: z.string(),
  /** The application's reference; empty for a test. */
  application: z.string(),
  /** The HTTP status that was received or sent; null without an answer. */
  status: z.number().nullable(),
  milliseconds: z.number(),
  attempt: z.number(),
  problem: z.string(),
  mayReplay: z.boolean(),
});
export type LenderCall = z.output<typeof lenderCall>;

export const listLenderCalls = endpoint({
  name: 'lenders.calls',
  method: 'GET',
  path: '/manage/lenders/{id}/calls',
  summary: 'Calls to and from a lender within 30 days, newest first',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  query: z.object({
    page: page(),
    limit: limit([25, 50, 100], 25),
    /** Only calls that failed. */
    failed: z.enum(['true', 'false']).optional(),
    application: z.string().trim().max(64).default(''),
  }),
  response: listSchema(lenderCall),
  errors: ['not_found'],
});

export const replayLenderCall = endpoint({
  name: 'lenders.replay',
  method: 'POST',
  path: '/manage/lenders/{id}/calls/{call}/replay',
  summary: 'Send a call to a lender again, with the same idempotency key',
  access: changingLenders,
  owner: portalOwned,
  params: byLender.extend({ call: id() }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  noStepUp: 'The lender gets what it was sent before.',
});
