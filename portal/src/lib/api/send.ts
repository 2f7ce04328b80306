import * as m from '#messages';
import { newKey } from './action-key.ts';
import { ApiError, toApiError } from './api-error.ts';

export const basePath = '/api/v1';
/** Milliseconds; 0 means no timeout. */
export const defaultTimeout = 1_200_000;

/** Application-wide reactions to errors that no single caller can handle. */
export interface Reactions {
  /** The session has expired and couldn't be refreshed. */
  signedOut(): void;
  /** A sensitive action requires a step-up. Resolves to whether it succeeded. */
  stepUp(): Promise<boolean>;
  /** The server denied a call (403). */
  denied(): void;
  /** The server failed (500). */
  failed(): void;
}

interface State {
  switchedUserId: number | null;
  reactions: Reactions;
  refreshing: Promise<boolean> | null;
}

const state: State = {
  switchedUserId: null,
  reactions: {
    signedOut: () => undefined,
    stepUp: () => Promise.resolve(false),
    denied: () => undefined,
    failed: () => undefined,
  },
  refreshing: null,
};

/** Sets the application's reactions, once, at startup. */
export const setReactions = (reactions: Reactions): void => {
  state.reactions = reactions;
};

/** Sets the account for all calls while switched; null for the user's own account. */
export const setSwitchedUser = (userId: number | null): void => {
  state.switchedUserId = userId;
};

/** Whether calls act for an account other than the signed-in one. */
export const isSwitched = (): boolean => state.switchedUserId !== null;

/** No stream bodies, because not every transport supports them. */
export interface RequestOptions extends RequestInit {
  body?: XMLHttpRequestBodyInit | null;
}

/** Sends a request: `fetch` or a replacement. */
export type Transport = (address: string, init: RequestOptions) => Promise<Response>;

export interface SendOptions {
  /** Milliseconds, 0 for none. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Statuses that the caller handles itself, without the application's reaction. */
  handles?: readonly number[] | undefined;
  /** The Idempotency-Key of the user action; by default, each call has a new one. */
  key?: string | undefined;
  /** Replaces `fetch`. */
  transport?: Transport | undefined;
}

/**
 * Sends a call below the base path. Throws `ApiError`; retries a 401 once after one shared refresh.
 */
export async function send(
  address: string,
  request: RequestOptions,
  options: SendOptions,
): Promise<Response> {
  const init = withIdempotencyKey(request, options.key);
  let answer = await attempt(address, init, options);
  if (answer.status === 401) answer = await retryAfterRefresh(answer, address, init, options);
  if (answer.status === 403) answer = await retryAfterStepUp(answer, address, init, options);
  if (answer.ok) return answer;
  const error = await toApiError(answer);
  if (!options.handles?.includes(error.status)) react(error);
  throw error;
}

/** Adds the action's key to a write, so a retry or resend counts only once. */
function withIdempotencyKey(init: RequestOptions, key = newKey()): RequestOptions {
  if (init.method === 'GET') return init;
  const headers = new Headers(init.headers);
  headers.set('idempotency-key', key);
  return { ...init, headers };
}

function react(error: ApiError): void {
  if (error.status === 401 && error.code === 'unauthorized') state.reactions.signedOut();
  if (error.status === 403 && error.code !== 'step_up_required') state.reactions.denied();
  if (error.status === 500) state.reactions.failed();
}

/** A wrong password is a 401 as well, but no reason to refresh. */
async function retryAfterRefresh(
  rejected: Response,
  address: string,
  init: RequestOptions,
  options: SendOptions,
): Promise<Response> {
  const { code } = await toApiError(rejected.clone());
  if (code !== 'unauthorized' || !(await refreshed())) return rejected;
  return attempt(address, init, options);
}

/** Retries a sensitive action after the user's step-up. */
async function retryAfterStepUp(
  rejected: Response,
  address: string,
  init: RequestOptions,
  options: SendOptions,
): Promise<Response> {
  const { code } = await toApiError(rejected.clone());
  if (code !== 'step_up_required' || !(await state.reactions.stepUp())) return rejected;
  return attempt(address, init, options);
}

/**
 * One refresh for all calls that find the session expired at the same time; resolves to whether the
 * session is still valid. Throws if the response is inconclusive, so a server outage signs nobody
 * out.
 */
function refreshed(): Promise<boolean> {
  state.refreshing ??= attempt('/refresh', { method: 'POST' }, {})
    .then(async (answer) => {
      if (answer.status === 429 || answer.status >= 500) throw await toApiError(answer);
      return answer.ok;
    })
    .finally(() => {
      state.refreshing = null;
    });
  return state.refreshing;
}

async function attempt(
  address: string,
  init: RequestOptions,
  options: SendOptions,
): Promise<Response> {
  const { timeout = defaultTimeout, signal, transport = fetch } = options;
  const headers = new Headers(init.headers);
  headers.set('accept', 'application/json');
  if (state.switchedUserId !== null) headers.set('X-Switched-User', String(state.switchedUserId));
  const signals = [signal, timeout > 0 ? AbortSignal.timeout(timeout) : undefined].filter(
    (one) => one !== undefined,
  );
  const withSignal = signals.length > 0 ? { signal: AbortSignal.any(signals) } : {};
  try {
    return await transport(basePath + address, {
      ...init,
      ...withSignal,
      headers,
      credentials: 'include',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw late
      ? new ApiError(0, 'timeout', m.common_network_timeout())
      : new ApiError(0, 'network', m.common_network_unreachable());
  }
}
