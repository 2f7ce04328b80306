import * as m from '#messages';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { returnLinkFragment } from '@lintel/contract/applications/constants';
import type { SentConsents } from '@lintel/contract/applications/consents';
import type { DetailValues } from '@lintel/contract/applications/details';
import type { ApplicationField } from '@lintel/contract/applications/fields';
import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import type { FilledForm } from '@lintel/contract/applications/rules';
import * as api from './api.ts';
import {
  emptyState,
  fieldActions,
  toResumed,
  withErrors,
  type ApplicationState,
} from './application-state.ts';
import { usePolling } from './polling.ts';
import type { IslandData } from './island-data.ts';
import { loadPrefill, isInvited, clearLink, storedLink, storeLink } from './link.ts';
import { useEndings } from './use-endings.ts';
import { send } from './send.ts';
import { storedSentToken, storedToken, storeToken, type PageKey } from './storage.ts';
import { storeTyped, loadTyped } from './typed-input.ts';

type Change = (part: Partial<ApplicationState>) => void;
/** Continues with an application, or with none. Input typed in the meantime takes precedence. */
type Resume = (application: HomeownerApplication | null) => void;

/**
 * This browser's application on this page: resumed when it was started, saved while it is filled
 * in, followed once it was sent.
 */
export function useApplication(data: IslandData) {
  const [state, setState] = useState({ ...emptyState, values: data.typed ?? emptyState.values });
  const token = useRef<string | null>(null);
  /** Counts the person's actions: a response requested before the latest one is outdated. */
  const actionCount = useRef(0);
  const patch = useCallback<Change>((part) => setState((now) => ({ ...now, ...part })), []);
  const update = useCallback(
    (application: HomeownerApplication) => {
      token.current = application.token;
      storeToken(data, application.token);
      patch({ application });
    },
    [data, patch],
  );
  const resume = useCallback<Resume>(
    (application) => {
      if (application !== null) update(application);
      const { values } = loadTyped(data);
      setState((now) => ({
        ...now,
        ready: true,
        isBack: application !== null,
        values: { ...application?.draft, ...values, ...now.values },
      }));
    },
    [data, update],
  );

  useStart(data, resume, patch);
  usePrefill(data, state.ready, setState);
  useApplyingLayout(data, state);
  useLanguage(data, state.application);
  usePolling(state.application, {
    actionCount,
    // A lender's answer ends the notice about slow lenders; other error messages stay.
    show: (application) =>
      setState((now) => ({
        ...now,
        application,
        problem: now.problem === m.problem_late() ? null : now.problem,
      })),
    late: () => patch({ problem: m.problem_late() }),
  });

  const attempt = useAttempt({
    token,
    countAction: () => void (actionCount.current += 1),
    update,
    setState,
  });

  return {
    ...state,
    ...fieldActions(setState),
    ...useCalls(data, state.values, { token, update, attempt }),
    resumeByLink: async (link: string, phoneEnding: string) => {
      if (!(await attempt(() => api.openReturnLink({ body: { link, phoneEnding } })))) return;
      clearLink();
      setState(toResumed);
    },
    replace: async () => {
      if (await attempt(() => api.replace({ params: { token: token.current ?? '' } })))
        setState(toResumed);
    },
    /** Leaves the link's question and returns to this browser's application. */
    leaveReturnLink: () => {
      clearLink();
      patch({ link: null, problem: null, errors: {} });
      if (token.current === null) loadStored(data, resume);
    },
    ...useEndings(data, token, () => setState({ ...emptyState, ready: true })),
  };
}
export type ApplicationControls = ReturnType<typeof useApplication>;

interface Calls {
  token: { current: string | null };
  update(application: HomeownerApplication): void;
  attempt(work: () => Promise<HomeownerApplication>): Promise<boolean>;
}

interface AttemptOptions {
  token: { current: string | null };
  /** Marks an action's start or end. */
  countAction(): void;
  update(application: HomeownerApplication): void;
  setState(next: (now: ApplicationState) => ApplicationState): void;
}

/**
 * Runs a call; a failure keeps the state and shows the reason. Resolves to whether it succeeded.
 */
function useAttempt({ token, countAction, update, setState }: AttemptOptions): Calls['attempt'] {
  const working = useRef(false);
  return async (work) => {
    // A second press can come before the button renders as busy.
    if (working.current) return false;
    working.current = true;
    countAction();
    setState((now) => ({ ...now, busy: true, problem: null, errors: {}, isBack: false }));
    try {
      const application = await work();
      update(application);
      setState((now) => ({ ...now, busy: false }));
      return true;
    } catch (error) {
      if (!(error instanceof api.CallError)) throw error;
      // Another tab or a lender was faster: shows the current state with the reason.
      const now =
        error.status === 409 && token.current !== null
          ? api.read({ params: { token: token.current } })
          : null;
      const application = await now?.catch(() => null);
      setState((before) => withErrors({ ...before, ...(application && { application }) }, error));
      return false;
    } finally {
      working.current = false;
      countAction();
    }
  };
}

/** The person's actions on the application itself. The first one creates it. */
function useCalls(page: IslandData, values: ApplicationDraft, { token, update, attempt }: Calls) {
  const { pageName, source, language } = page;
  const ensureStarted = async (draft: ApplicationDraft): Promise<{ token: string }> => {
    if (token.current === null)
      update(
        await api.start({
          params: { pageName },
          body: { source, language, draft, link: storedLink(page) },
        }),
      );
    return open();
  };
  const pickDraft = (fields: readonly ApplicationField[]): ApplicationDraft =>
    Object.fromEntries(fields.map((name) => [name, values[name] ?? '']));
  const open = (): { token: string } => ({ token: token.current ?? '' });
  return {
    keep: (fields: readonly ApplicationField[]) => {
      const draft = pickDraft(fields);
      return attempt(async () => api.keep({ params: await ensureStarted(draft), body: { draft } }));
    },
    /** Saves the step as typed, and e-mails the link to resume it. */
    sendLink: (fields: readonly ApplicationField[]) => {
      const draft = pickDraft(fields);
      return attempt(async () => {
        const params = await ensureStarted(draft);
        await api.keep({ params, body: { draft } });
        return api.sendDraftLink({ params });
      });
    },
    submit: (form: FilledForm, consents: SentConsents, details?: DetailValues) => {
      const replaces = storedSentToken(page);
      const stored = replaces === null ? {} : { former: replaces };
      const body = {
        ...form,
        ...stored,
        ...(details && { details }),
        website: honeypotValue(),
        consents,
      };
      return attempt(async () => {
        const params = await ensureStarted({});
        return send({ params, body }).catch(async (error: unknown) => {
          // Saves the last step, for people who have to reload the page after a text changed, and
          // learns what lenders need by now.
          await api.keep({ params, body: { draft: form } }).then(update, () => undefined);
          throw error;
        });
      });
    },
    choose: (offerId: number, replaces: number | null) =>
      attempt(() => api.choose({ params: { ...open(), offerId }, body: { replaces } })),
    withdraw: () => attempt(() => api.withdraw({ params: open() })),
    replaceDetails: (details: DetailValues) =>
      attempt(() => api.replaceDetails({ params: open(), body: { details } })),
    confirm: () => attempt(() => api.confirm({ params: open() })),
    upload: (requestId: number, file: File) =>
      attempt(() => api.uploadDocument({ params: { ...open(), requestId }, files: { file } })),
    removeDocument: (documentId: number) =>
      attempt(() => api.removeDocument({ params: { ...open(), documentId } })),
  };
}

/** The value of the honeypot field. */
const honeypotValue = (): string =>
  document.querySelector<HTMLInputElement>('input[name=website]')?.value ?? '';

/** Keeps the messages' language in sync with the page's. */
function useLanguage({ language }: IslandData, application: HomeownerApplication | null): void {
  const token = application?.token;
  const differs = application !== null && application.language !== language;
  useEffect(() => {
    // Without a response the messages stay in the other language, which is harmless.
    if (token !== undefined && differs)
      api.setLanguage({ params: { token }, body: { language } }).catch(() => undefined);
  }, [token, differs, language]);
}

/** Starts with the message's link in the URL, otherwise with this browser's stored application. */
function useStart(page: PageKey, resume: Resume, patch: Change): void {
  useEffect(() => {
    const begin = (): boolean => {
      if (!location.hash.startsWith(returnLinkFragment)) return false;
      patch({
        link: location.hash.slice(returnLinkFragment.length),
        ready: true,
        problem: null,
        errors: {},
      });
      document.getElementById('apply')?.scrollIntoView();
      return true;
    };
    window.addEventListener('hashchange', begin);
    if (!begin()) loadStored(page, resume);
    return () => window.removeEventListener('hashchange', begin);
  }, [page, resume, patch]);
}

/**
 * Fills empty fields with a sent link's values, once it is known that no application was started
 * here.
 */
function usePrefill(
  page: PageKey,
  ready: boolean,
  setState: (next: (now: ApplicationState) => ApplicationState) => void,
): void {
  useEffect(() => {
    if (!ready) return undefined;
    const prefill = async (): Promise<void> => {
      const code = storeLink(page);
      if (code === null) return;
      const prefilled = await loadPrefill(page, code);
      setState((now) =>
        now.application === null
          ? {
              ...now,
              invitation: prefilled,
              values: { ...withoutEmpty(prefilled), ...withoutEmpty(now.values) },
            }
          : now,
      );
    };
    const begin = (): void => void prefill();
    window.addEventListener('hashchange', begin);
    begin();
    return () => window.removeEventListener('hashchange', begin);
  }, [page, ready, setState]);
}

/** Without empty answers. */
const withoutEmpty = (values: ApplicationDraft): ApplicationDraft =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Loads this browser's stored application, if there is one. */
function loadStored(page: PageKey, resume: Resume): void {
  const stored = storedToken(page);
  if (stored === null) return resume(null);
  api.read({ params: { token: stored } }).then(resume, (error: api.CallError) => {
    // The application is gone only when the server responds with not found.
    if (error.status === 404) storeToken(page, null);
    resume(null);
  });
}

/**
 * Once an application is in progress, or the contractor's link leads to one, the form comes first
 * and the page's marketing is hidden.
 */
function useApplyingLayout(page: PageKey, { ready, application, link }: ApplicationState): void {
  const isApplying = application !== null || link !== null || (ready && isInvited(page));
  useLayoutEffect(() => {
    if (!ready) return;
    const { classList } = document.documentElement;
    classList.toggle('applying', isApplying);
    classList.remove('resuming');
  }, [ready, isApplying]);
  const isSent = application !== null && application.status !== 'draft';
  useEffect(() => {
    if (isSent) storeTyped(page, null);
  }, [isSent, page]);
}
