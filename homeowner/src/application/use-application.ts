import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApplicationDraft, HomeownerApplication } from '@lintel/contract/applications';
import * as api from './api.ts';
import type { IslandData } from './island-data.ts';
import { storedToken, storeToken } from './storage.ts';

export type Values = Record<string, string>;

/** How often, in milliseconds, and for how long the page asks whether lenders have answered. */
const pollEvery = 1_000;
const pollFor = 90_000;

export interface ApplicationState {
  application: HomeownerApplication | null;
  values: Values;
  errors: Record<string, string>;
  /** One sentence about a call that failed; everything typed is still there. */
  problem: string | null;
  busy: boolean;
}

const empty: ApplicationState = { application: null, values: {}, errors: {}, problem: null, busy: false };

/** The application of this browser on this page: resumed when one was started, saved as it is filled in. */
export function useApplication(data: IslandData) {
  const [state, setState] = useState(empty);
  const token = useRef<string | null>(null);
  const patch = useCallback((part: Partial<ApplicationState>) => setState((now) => ({ ...now, ...part })), []);

  useResume(data.pageName, token, patch);
  usePolling(state.application, patch);

  const attempt = attempting(patch);
  const draftToken = async (draft: ApplicationDraft): Promise<string> => {
    token.current ??= (await api.start(data.pageName, data.source, draft)).token;
    storeToken(data.pageName, token.current);
    return token.current;
  };

  return {
    ...state,
    change: (name: string, value: string) =>
      setState((now) => ({ ...now, values: { ...now.values, [name]: value }, errors: { ...now.errors, [name]: '' } })),
    keep: () => attempt(async () => api.keep(await draftToken(state.values), state.values)),
    submit: (form: object) => attempt(async () => api.submit(await draftToken(state.values), form)),
    choose: (offerId: number) => attempt(async () => api.choose(await draftToken(state.values), offerId)),
    showErrors: (errors: Record<string, string>) => patch({ errors }),
    startOver: () => {
      token.current = null;
      storeToken(data.pageName, null);
      setState(empty);
    },
  };
}
export type UsedApplication = ReturnType<typeof useApplication>;

/** Runs a call; a failure leaves the state as it is and says why. Resolves to whether it worked. */
const attempting =
  (patch: Patch) =>
  async (work: () => Promise<HomeownerApplication>): Promise<boolean> => {
    patch({ busy: true, problem: null, errors: {} });
    try {
      patch({ application: await work(), busy: false });
      return true;
    } catch (error) {
      const { message, fields = {} } = error as api.CallError;
      patch({ busy: false, errors: fields, problem: Object.keys(fields).length > 0 ? null : message });
      return false;
    }
  };

type Patch = (part: Partial<ApplicationState>) => void;

function useResume(pageName: string, token: { current: string | null }, patch: Patch): void {
  useEffect(() => {
    const kept = storedToken(pageName);
    if (kept === null) return;
    api.read(kept).then(
      (application) => {
        token.current = kept;
        patch({ application, values: application.draft as Values });
      },
      (error: api.CallError) => {
        // The application is gone for good only when the server says so.
        if (error.status === 404) storeToken(pageName, null);
      },
    );
  }, [pageName, token, patch]);
}

function usePolling(application: HomeownerApplication | null, patch: Patch): void {
  const searching = application?.status === 'searching' ? application.token : null;
  useEffect(() => {
    if (searching === null) return undefined;
    const until = Date.now() + pollFor;
    const timer = setInterval(() => {
      if (Date.now() > until) {
        clearInterval(timer);
        patch({ problem: 'The lenders take longer than usual. Your application is safe: come back to this page later.' });
        return;
      }
      api.read(searching).then(
        (next) => patch({ application: next }),
        () => undefined,
      );
    }, pollEvery);
    return () => clearInterval(timer);
  }, [searching, patch]);
}
