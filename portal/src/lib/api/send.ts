import * as m from '#messages';
import { newKey } from './action-key.ts';
import { ApiError, errorOf } from './api-error.ts';

export const basePath = '/api/v1';
/** Milliseconds; a call that names 0 may take as long as it takes. */
export const defaultTimeout = 1_200_000;

/** What the application does about answers that no single caller can handle. */
export interface Reactions {
  /** The session is over and could not be refreshed. */
  signedOut(): void;
  /** Something sensitive asks again who it is; whether that was proved. */
  stepUp(): Promise<boolean>;
  /** A call was refused (403). */
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

/** Hands over the application's reactions, once, at its start. */
export const reactWith = (reactions: Reactions): void => {
  state.reactions = reactions;
};

/** The account that each call speaks for while switched; null for the own account. */
export const speakFor = (userId: number | null): void => {
  state.switchedUserId = userId;
};

/** Whether calls speak for another account than the one that signed in. */
export const isSwitched = (): boolean => state.switchedUserId !== null;

/** What is sent: no stream, which not every way of sending takes. */
export interface SentInit extends RequestInit {
  body?: XMLHttpRequestBodyInit | null;
}

/** What carries a request: `fetch`, or something that answers like it. */
export type Transport = (address: string, init: SentInit) => Promise<Response>;

export interface SendOptions {
  /** Milliseconds, 0 for none. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Statuses that the caller handles itself, so that the application does not react to them. */
  handles?: readonly number[] | undefined;
  /** The Idempotency-Key of what the user does; left out, each call is one of its own. */
  key?: string | undefined;
  /** Instead of `fetch`. */
  transport?: Transport | undefined;
}

/**
 * Sends a call below the base path. Throws `ApiError`; a 401 is tried once more after one shared
 * refresh.
 */
export async function send(
  address: string,
  given: SentInit,
  options: SendOptions,
): Promise<Response> {
  const init = keyed(given, options.key);
  let answer = await attempt(address, init, options);
  if (answer.status === 401) answer = await again(answer, address, init, options);
  if (answer.status === 403) answer = await onceProven(answer, address, init, options);
  if (answer.ok) return answer;
  const error = await errorOf(answer);
  if (!options.handles?.includes(error.status)) react(error);
  throw error;
}

/**
 * Tried again or sent twice, a changing call is still one: it carries the name of what the user
 * does.
 */
function keyed(init: SentInit, key = newKey()): SentInit {
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
async function again(
  refused: Response,
  address: string,
  init: SentInit,
  options: SendOptions,
): Promise<Response> {
  const { code } = await errorOf(refused.clone());
  if (code !== 'unauthorized' || !(await refreshed())) return refused;
  return attempt(address, init, options);
}

/** Something sensitive is tried again once its user has proved who it is. */
async function onceProven(
  refused: Response,
  address: string,
  init: SentInit,
  options: SendOptions,
): Promise<Response> {
  const { code } = await errorOf(refused.clone());
  if (code !== 'step_up_required' || !(await state.reactions.stepUp())) return refused;
  return attempt(address, init, options);
}

/**
 * One refresh for all the calls that find the session expired at the same time: whether the session
 * goes on. Throws when the answer does not say, so that a server that is away signs nobody out.
 */
function refreshed(): Promise<boolean> {
  state.refreshing ??= attempt('/refresh', { method: 'POST' }, {})
    .then(async (answer) => {
      if (answer.status === 429 || answer.status >= 500) throw await errorOf(answer);
      return answer.ok;
    })
    .finally(() => {
      state.refreshing = null;
    });
  return state.refreshing;
}

async function attempt(address: string, init: SentInit, options: SendOptions): Promise<Response> {
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
