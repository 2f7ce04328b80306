import { queryOptions } from '@tanstack/react-query';
import type {
  choosePlan as chooseEndpoint,
  PlanChoice,
  readPlanChoices,
} from '@lintel/contract/billing/plan-change';
import { call } from '../../../lib/api/call.ts';

const getChoices = call<typeof readPlanChoices>({
  method: 'GET',
  path: '/contractor/{id}/plan-choices',
});

/** The plans to choose from, with their prices and dates if chosen now. */
export const planChoicesQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['billing', 'plan-choices', contractorId],
    queryFn: ({ signal }) => getChoices({ params: { id: contractorId } }, { signal }),
    staleTime: 0,
  });

const postChoice = call<typeof chooseEndpoint>(
  { method: 'POST', path: '/contractor/{id}/plan-choices' },
  { timeout: 0, handles: [409, 500, 503] },
);

/** Chooses a plan for the displayed amounts. */
export const choosePlan = (contractorId: number, { id, today, refund, team }: PlanChoice) =>
  postChoice({
    params: { id: contractorId },
    body: { plan: id, today, refund, teamBeyond: team.beyond },
  });
