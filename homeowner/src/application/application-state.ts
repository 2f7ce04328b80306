import * as m from '#messages';
import type { DetailField, DetailValues } from '@lintel/contract/applications/details';
import type { ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { applicationRules } from '@lintel/contract/applications/rules';
import { problemText } from '../problems.ts';
import type * as api from './api.ts';
import { detailControl, isDetail, stateText } from './field-texts.ts';

export interface ApplicationState {
  application: HomeownerApplication | null;
  /** The current input. */
  values: ApplicationDraft;
  /** The details for lenders, in memory only: others may use the device. */
  details: DetailValues;
  errors: Record<string, string>;
  /** Counts rejected submissions, so that the form can go to the problem. */
  refusals: number;
  /** One sentence about a failed call; all input is kept. */
  problem: string | null;
  busy: boolean;
  /** The token of a message's link, while the page asks for the phone number's ending. */
  link: string | null;
  /** Whether the check for this browser's application is complete. */
  ready: boolean;
  /** The homeowner has returned to an application and done nothing yet. */
  isBack: boolean;
  /** What the contractor prefilled, when the contractor's link opened the page. */
  invitation: ApplicationDraft | null;
}

export const emptyState: ApplicationState = {
  application: null,
  values: {},
  details: {},
  errors: {},
  refusals: 0,
  problem: null,
  busy: false,
  link: null,
  ready: false,
  isBack: false,
  invitation: null,
};

/** The linked application replaces the input typed here before. */
export const toResumed = (now: ApplicationState): ApplicationState => ({
  ...now,
  link: null,
  isBack: true,
  values: { ...now.application?.draft },
  details: {},
});

/** The form's changes before anything is sent. */
export const fieldActions = (
  setState: (next: (now: ApplicationState) => ApplicationState) => void,
) => ({
  change: (name: ApplicationField, value: string) =>
    setState((now) => ({
      ...now,
      values: { ...now.values, [name]: value },
      errors: { ...now.errors, [name]: '' },
    })),
  changeDetail: (name: DetailField, value: string) =>
    setState((now) => ({
      ...now,
      details: { ...now.details, [name]: value },
      errors: { ...now.errors, [detailControl(name)]: '' },
    })),
  mark: (name: string, problem: string | null) =>
    setState((now) => ({ ...now, errors: { ...now.errors, [name]: problem ?? '' } })),
  refuse: (errors: Record<string, string>) =>
    setState((now) => ({ ...now, errors, refusals: now.refusals + 1 })),
});

/** The state after a failed call: the problems of its fields, or one sentence. */
export function withErrors(state: ApplicationState, error: api.CallError): ApplicationState {
  const errors = Object.fromEntries(
    Object.entries(error.fields).map(([path, message]) => {
      const name = path.replace(/^draft\./, '');
      return [name, fieldErrorText(name, state) ?? message];
    }),
  );
  const problem = Object.keys(errors).length > 0 ? null : callErrorText(error, state.application);
  return { ...state, busy: false, errors, problem, refusals: state.refusals + 1 };
}

/** The page's message for a problem that only the server found. */
function fieldErrorText(name: string, { values, details }: ApplicationState): string | null {
  if (name === 'phoneEnding') return m.way_back_wrong();
  if (isDetail(name)) {
    const isTyped = Object.entries(details).some(
      ([key, typed]) => name.endsWith(`.${key}`) && typed,
    );
    return isTyped ? m.form_wrong_answer() : m.form_required();
  }
  if (!isField(name)) return null;
  const problem = applicationRules[name](values[name] ?? '');
  // The state field's only server-side problem.
  if (name === 'state' && problem === null)
    return m.form_wrong_state({ state: stateText(values.state ?? '') });
  return problem === null ? m.form_wrong_answer() : problemText(problem);
}
const isField = (name: string): name is ApplicationField => Object.hasOwn(applicationRules, name);

/** Why a call failed, given the application's current state. */
function callErrorText(error: api.CallError, application: HomeownerApplication | null): string {
  const chosen = application?.offers.find((offer) => offer.chosen);
  if (error.code === 'conflict')
    return chosen ? m.problem_chosen({ lender: chosen.lenderName }) : m.problem_choice_ended();
  if (error.code !== 'application_closed') return error.message;
  if (application?.status === 'withdrawn') return m.problem_withdrawn();
  if (chosen?.funded) return m.problem_funded();
  return chosen?.approved ? m.problem_approved({ lender: chosen.lenderName }) : error.message;
}
