import * as m from '#messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { consentVersion, wayBackFragment } from '@lintel/contract/applications/constants';
import type { ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { applicationRules, type FilledForm } from '@lintel/contract/applications/rules';
import { problemWords } from '../problems.ts';
import * as api from './api.ts';
import { useFollowing } from './following.ts';
import type { IslandData } from './island-data.ts';
import { send } from './send.ts';
import { storedFormer, storedToken, storeFormer, storeToken, type PageKey } from './storage.ts';

export interface ApplicationState {
  application: HomeownerApplication | null;
  /** What is typed so far. */
  values: ApplicationDraft;
  errors: Record<string, string>;
  /** Counts the tries that were refused, so that the form can go to what is wrong. */
  refusals: number;
  /** One sentence about a call that failed; everything typed is still there. */
  problem: string | null;
  busy: boolean;
  /** What the link of a message says, while the page asks whose it is. */
  link: string | null;
}

const empty: ApplicationState = {
  application: null,
  values: {},
  errors: {},
  refusals: 0,
  problem: null,
  busy: false,
  link: null,
};

type Change = (part: Partial<ApplicationState>) => void;
type Take = (application: HomeownerApplication, values: ApplicationDraft) => void;

/**
 * The application of this browser on this page: resumed when one was started, saved as it is filled
 * in, followed once it was sent.
 */
export function useApplication(data: IslandData) {
  const [state, setState] = useState(empty);
  const token = useRef<string | null>(null);
  /** Counts what the person does: an answer that was asked for before tells of an older state. */
  const turn = useRef(0);
  const patch = useCallback<Change>((part) => setState((now) => ({ ...now, ...part })), []);
  const take = useCallback(
    (application: HomeownerApplication, values?: ApplicationDraft) => {
      token.current = application.token;
      storeToken(data, application.token);
      patch({ application, ...(values && { values }) });
    },
    [data, patch],
  );

  useBeginning(data, take, patch);
  useLanguage(data, state.application);
  useFollowing(state.application, {
    turn,
    // That lenders take long is over once one has answered; another refusal stays to be read.
    show: (application) =>
      setState((now) => ({
        ...now,
        application,
        problem: now.problem === m.problem_late() ? null : now.problem,
      })),
    late: () => patch({ problem: m.problem_late() }),
  });

  /**
   * Runs a call; a failure leaves the state as it is and says why. Resolves to whether it worked.
   */
  const attempt = async (work: () => Promise<HomeownerApplication>): Promise<boolean> => {
    turn.current += 1;
    patch({ busy: true, problem: null, errors: {} });
    try {
      const application = await work();
      take(application);
      patch({ busy: false });
      return true;
    } catch (error) {
      if (!(error instanceof api.CallError)) throw error;
      // Another tab, or a lender, was faster: what is true now stands beside the reason.
      const now =
        error.status === 409 && token.current !== null
          ? api.read({ params: { token: token.current } })
          : null;
      const application = await now?.catch(() => null);
      setState((before) => refused({ ...before, ...(application && { application }) }, error));
      return false;
    } finally {
      turn.current += 1;
    }
  };

  return {
    ...state,
    ...fieldActions(setState),
    ...useCalls(data, state.values, { token, take, attempt }),
    comeBack: async (link: string, phoneEnding: string) => {
      if (!(await attempt(() => api.openWayBack({ body: { link, phoneEnding } })))) return;
      leaveLink();
      patch({ link: null });
    },
    /** Leaves the question whose link it is, for what this browser holds. */
    leaveWayBack: () => {
      leaveLink();
      patch({ link: null, problem: null, errors: {} });
      if (token.current === null) resume(data, take);
    },
    startOver: () => {
      storeFormer(data, token.current);
      token.current = null;
      storeToken(data, null);
      leaveLink();
      setState(empty);
    },
  };
}
export type UsedApplication = ReturnType<typeof useApplication>;

interface Calling {
  token: { current: string | null };
  take(application: HomeownerApplication): void;
  attempt(work: () => Promise<HomeownerApplication>): Promise<boolean>;
}

/** What the person does to the application itself. The first of these starts it. */
function useCalls(page: IslandData, values: ApplicationDraft, { token, take, attempt }: Calling) {
  const { pageName, source, language } = page;
  const begun = async (draft: ApplicationDraft): Promise<{ token: string }> => {
    if (token.current === null)
      take(await api.start({ params: { pageName }, body: { source, language, draft } }));
    return open();
  };
  const open = (): { token: string } => ({ token: token.current ?? '' });
  return {
    keep: (fields: readonly ApplicationField[]) => {
      const draft = Object.fromEntries(fields.map((name) => [name, values[name] ?? '']));
      return attempt(async () => api.keep({ params: await begun(draft), body: { draft } }));
    },
    submit: (form: FilledForm) => {
      const former = storedFormer(page);
      const kept = former === null ? {} : { former };
      const body = { ...form, ...kept, website: trapped(), consent: true, consentVersion } as const;
      return attempt(async () => send({ params: await begun({}), body }));
    },
    choose: (offerId: number, replaces: number | null) =>
      attempt(() => api.choose({ params: { ...open(), offerId }, body: { replaces } })),
    withdraw: () => attempt(() => api.withdraw({ params: open() })),
    upload: (requestId: number, file: File) =>
      attempt(() => api.uploadDocument({ params: { ...open(), requestId }, files: { file } })),
    removeDocument: (documentId: number) =>
      attempt(() => api.removeDocument({ params: { ...open(), documentId } })),
  };
}

/** What stands in the field that no person sees. */
const trapped = (): string =>
  document.querySelector<HTMLInputElement>('input[name=website]')?.value ?? '';

/** What happens to the fields of the form before anything is sent. */
const fieldActions = (setState: (next: (now: ApplicationState) => ApplicationState) => void) => ({
  change: (name: ApplicationField, value: string) =>
    setState((now) => ({
      ...now,
      values: { ...now.values, [name]: value },
      errors: { ...now.errors, [name]: '' },
    })),
  mark: (name: string, problem: string | null) =>
    setState((now) => ({ ...now, errors: { ...now.errors, [name]: problem ?? '' } })),
  refuse: (errors: Record<string, string>) =>
    setState((now) => ({ ...now, errors, refusals: now.refusals + 1 })),
});

function refused(state: ApplicationState, error: api.CallError): ApplicationState {
  const errors = Object.fromEntries(
    Object.entries(error.fields).map(([path, said]) => {
      const name = path.replace(/^draft\./, '');
      return [name, wordsOfField(name, state.values) ?? said];
    }),
  );
  const problem = Object.keys(errors).length > 0 ? null : wordsOf(error, state.application);
  return { ...state, busy: false, errors, problem, refusals: state.refusals + 1 };
}

/** What only the server has found wrong with a field of ours, in the language of the page. */
function wordsOfField(name: string, values: ApplicationDraft): string | null {
  if (name === 'phoneEnding') return m.way_back_wrong();
  if (!isField(name)) return null;
  const problem = applicationRules[name](values[name] ?? '');
  return problem === null ? m.form_wrong_answer() : problemWords(problem);
}
const isField = (name: string): name is ApplicationField => Object.hasOwn(applicationRules, name);

/** Why a call failed, by what the application has become meanwhile. */
function wordsOf(error: api.CallError, application: HomeownerApplication | null): string {
  const chosen = application?.offers.find((offer) => offer.chosen);
  if (error.code === 'conflict')
    return chosen ? m.problem_chosen({ lender: chosen.lenderName }) : m.problem_choice_ended();
  if (error.code !== 'application_closed') return error.message;
  if (application?.status === 'withdrawn') return m.problem_withdrawn();
  if (chosen?.funded) return m.problem_funded();
  return chosen?.approved ? m.problem_approved({ lender: chosen.lenderName }) : error.message;
}

/** Messages are written in the language that the page is read in. */
function useLanguage({ language }: IslandData, application: HomeownerApplication | null): void {
  const token = application?.token;
  const differs = application !== null && application.language !== language;
  useEffect(() => {
    // Without an answer the messages stay in the other language, which stops nobody.
    if (token !== undefined && differs)
      api.setLanguage({ params: { token }, body: { language } }).catch(() => undefined);
  }, [token, differs, language]);
}

/** The link's statement does not stay in the address, where somebody else could read it. */
const leaveLink = (): void =>
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);

/**
 * Begins with the link of a message where the address has one, else with the application that this
 * browser keeps.
 */
function useBeginning(page: PageKey, take: Take, patch: Change): void {
  useEffect(() => {
    const begin = (): boolean => {
      if (!location.hash.startsWith(wayBackFragment)) return false;
      patch({ link: location.hash.slice(wayBackFragment.length), problem: null, errors: {} });
      document.getElementById('apply')?.scrollIntoView();
      return true;
    };
    window.addEventListener('hashchange', begin);
    if (!begin()) resume(page, take);
    return () => window.removeEventListener('hashchange', begin);
  }, [page, take, patch]);
}

/** Goes on with the application that this browser keeps, if it does. */
function resume(page: PageKey, take: Take): void {
  const kept = storedToken(page);
  if (kept === null) return;
  api.read({ params: { token: kept } }).then(
    (application) => take(application, application.draft),
    (error: api.CallError) => {
      // The application is gone for good only when the server says so.
      if (error.status === 404) storeToken(page, null);
    },
  );
}
