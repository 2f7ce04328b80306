import { creditBandKeys } from '@lintel/contract/applications/constants';
import type { NeededDetail } from '@lintel/contract/applications/needed-details';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import { readNumber } from '@lintel/contract/core/numbers';
import { lenderNeeds } from '@lintel/contract/lenders/needs';
import {
  acceptedKinds,
  reasonsToSkip,
  type RoutedApplication,
} from '@lintel/contract/lenders/routing';
import type { Database } from '../../../platform/db/connect.ts';
import { toDollars } from '../../../platform/money.ts';
import { contractorPlan } from '../../contractors/index.ts';
import { lenderRules, readTerms, selectCurrentLenders } from '../../lenders/index.ts';
import type { Application } from '../repository.ts';
import { findPageKinds } from './repository.ts';

/** The answers that decide which lenders fit. */
export type Answers = Pick<
  RoutedApplication,
  'state' | 'creditBand' | 'requestedAmount' | 'project'
>;

/** The answers of a form that isn't complete. */
export const answersIn = (draft: ApplicationDraft): Answers => ({
  state: draft.state ?? '',
  creditBand: creditBandKeys.find((one) => one === draft.creditBand) ?? null,
  requestedAmount: readNumber(draft.requestedAmount ?? ''),
  project: draft.project ?? '',
});

/** The answers of a sent application. */
export const sentAnswers = (application: Application): Answers => ({
  state: application.state,
  creditBand: application.creditBand,
  requestedAmount: toDollars(application.requestedAmountCents ?? 0),
  project: application.project,
});

/**
 * What the lenders that fit need to know beyond the form, with the states in which they need it:
 * the step appears as soon as the form's state is chosen. Empty when no lender needs anything, or
 * while the answers fit none.
 */
export async function readNeededDetails(
  db: Database,
  { contractorId, pageId }: Pick<Application, 'contractorId' | 'pageId'>,
  answers: Answers,
): Promise<NeededDetail[]> {
  const needing = (await selectCurrentLenders(db)).filter(({ needs }) => needs.length > 0);
  if (needing.length === 0) return [];
  const { contractor } = await contractorPlan(db, contractorId);
  const terms = await readTerms(db, contractorId);
  const routed = {
    ...answers,
    state: '',
    planId: contractor.planId,
    accepts: acceptedKinds(await findPageKinds(db, pageId)),
    details: lenderNeeds,
  };
  const fitting = needing.filter((lender) =>
    reasonsToSkip(lenderRules(lender), terms(lender.id), routed).every((one) => one === 'state'),
  );
  return lenderNeeds.flatMap((need) => {
    const lists = fitting.filter(({ needs }) => needs.includes(need)).map(({ states }) => states);
    if (lists.length === 0) return [];
    const isEverywhere = lists.some((states) => states.length === 0);
    return [{ need, states: isEverywhere ? [] : [...new Set(lists.flat())].toSorted() }];
  });
}
