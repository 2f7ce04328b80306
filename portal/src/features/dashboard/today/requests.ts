import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { endFollowUp, reopenFollowUp } from '@lintel/contract/applications/application-detail';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { readDesk, readFirstSteps, readToday } from '@lintel/contract/dashboard';
import { call } from '../../../lib/api/call.ts';

const getToday = call<typeof readToday>({ method: 'GET', path: '/dashboard/today' });
export type TodayAnswer = Answer<typeof readToday>;

/**
 * The dashboard's route fetches these each time it opens, because work on other screens changes
 * them. The cards that render a moment later reuse that response.
 */
const freshOnEntry = { staleTime: 0, refetchOnMount: false } as const;

/** Today's to-do list of the account on screen; the first few items of each kind. */
export const todayQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: ['dashboard', 'today', userId, limit],
    queryFn: ({ signal }) => getToday({ query: { limit } }, { signal }),
    placeholderData: keepPreviousData,
    ...freshOnEntry,
  });

const getDesk = call<typeof readDesk>({ method: 'GET', path: '/dashboard/desk' });

/** Items of each kind that are shown at first. */
export const firstItems = 5;

/** Documents and texts that need attention; the first few of each kind. */
export const deskQuery = (userId: number, limit: number) =>
  queryOptions({
    queryKey: ['dashboard', 'desk', userId, limit],
    queryFn: ({ signal }) => getDesk({ query: { limit } }, { signal }),
    placeholderData: keepPreviousData,
    ...freshOnEntry,
  });

const getSteps = call<typeof readFirstSteps>({ method: 'GET', path: '/dashboard/first-steps' });

/** A new contractor's progress. */
export const stepsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps', contractorId],
    queryFn: ({ signal }) => getSteps({}, { signal }),
    ...freshOnEntry,
  });

export const finishFollowUp = call<typeof endFollowUp>({
  method: 'DELETE',
  path: '/reports-applications/{id}/follow-up',
});
export const openFollowUpAgain = call<typeof reopenFollowUp>({
  method: 'POST',
  path: '/reports-applications/{id}/follow-up/reopen',
});
