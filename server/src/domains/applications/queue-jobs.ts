import { z } from 'zod';
import { lenderEvent } from '@lintel/contract/lenders/events';
import { job } from '../../platform/jobs/job.ts';

const application = z.object({
  contractorId: z.number().int().positive(),
  applicationId: z.number().int().positive(),
});

/** Routes an application to lenders. */
export const submitToLenders = job({
  id: 'applications.ask-lenders',
  payload: application,
  maxAttempts: 12,
});

/** Sends an application to one lender. */
export const sendToOneLender = job({
  id: 'applications.send-to-lender',
  payload: application.extend({ lenderId: z.number().int().positive() }),
  maxAttempts: 12,
  calls: 'lenders',
});

/** Finds out which notices of adverse action an application needs, and sends those that are due. */
export const checkNotices = job({
  id: 'applications.check-notices',
  payload: application,
  maxAttempts: 12,
});

/** Sends the notices of adverse action that have become due. */
export const sendDueNotices = job({
  id: 'applications.send-due-notices',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Ends the wait for lenders that haven't answered in time. */
export const endOverdueAnswers = job({
  id: 'applications.end-overdue-answers',
  payload: z.unknown(),
  maxAttempts: 3,
});

/** `choice` counts the homeowner's choices and cancellations. */
const choice = application.extend({
  offerId: z.number().int().positive(),
  choice: z.number().int().positive(),
});

/** Reports the chosen offer to the lender network. */
export const reportChoice = job({
  id: 'applications.tell-choice',
  payload: choice,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Reports to the lender network that an offer is no longer the choice. */
export const reportGivenUp = job({
  id: 'applications.tell-given-up',
  payload: choice,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Notifies the homeowner of offers. */
export const inviteHomeowner = job({
  id: 'applications.invite-homeowner',
  payload: application,
  maxAttempts: 12,
});

/** Reminds homeowners of open lender requests before the deadline. */
export const remindExpiring = job({
  id: 'applications.remind-expiring',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Sends the follow-up reminders due today. */
export const remindFollowUps = job({
  id: 'applications.remind-follow-ups',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** Keeps the daily counts of large contractors. */
export const keepDailyCounts = job({
  id: 'applications.keep-daily-counts',
  payload: z.unknown(),
  maxAttempts: 5,
});

/** A pending answer of the sandbox network. */
export const deliverSandboxEvent = job({
  id: 'applications.sandbox-event',
  payload: lenderEvent,
  maxAttempts: 12,
});
