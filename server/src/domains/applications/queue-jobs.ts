import { z } from 'zod';
import { lenderEvent } from '@lintel/contract/applications/lenders';
import { job } from '../../platform/jobs/job.ts';

const application = z.object({
  contractorId: z.number().int().positive(),
  applicationId: z.number().int().positive(),
});

/** Hands a sent application to the lender network. */
export const askLenders = job({
  id: 'applications.ask-lenders',
  payload: application,
  maxAttempts: 12,
  calls: 'lenders',
});

/** `choice` counts what the homeowner has chosen and given up. */
const choice = application.extend({
  offerId: z.number().int().positive(),
  choice: z.number().int().positive(),
});

/** Tells the lender network which offer was chosen. */
export const tellChoice = job({
  id: 'applications.tell-choice',
  payload: choice,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Tells the lender network that an offer is no longer the choice. */
export const tellGivenUp = job({
  id: 'applications.tell-given-up',
  payload: choice,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Writes to the homeowner that offers are there. */
export const inviteHomeowner = job({
  id: 'applications.invite-homeowner',
  payload: application,
  maxAttempts: 12,
});

/** Reminds homeowners of what a lender still waits for, before its time is over. */
export const remindExpiring = job({
  id: 'applications.remind-expiring',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Writes to whoever wanted to be reminded of an application today. */
export const remindOfFollowUp = job({
  id: 'applications.remind-follow-ups',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** An answer of the sandbox network on its way. */
export const deliverSandboxEvent = job({
  id: 'applications.sandbox-event',
  payload: lenderEvent,
  maxAttempts: 12,
});
