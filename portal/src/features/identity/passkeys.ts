import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import * as m from '#messages';
import type {
  addPasskey as addEndpoint,
  beginPasskey,
  beginPasskeyFactor,
  beginPasskeyProof,
  beginPasskeySignIn,
  givePasskeyFactor,
  proveByPasskey as proveEndpoint,
  signInByPasskey as signInEndpoint,
} from '@lintel/contract/identity/passkeys';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';

const beginSignIn = call<typeof beginPasskeySignIn>({
  method: 'POST',
  path: '/authentication/passkey/options',
});
const postSignIn = call<typeof signInEndpoint>({ method: 'POST', path: '/authentication/passkey' });
const beginFactor = call<typeof beginPasskeyFactor>({
  method: 'POST',
  path: '/authentication/factor/passkey/options',
});
const postFactor = call<typeof givePasskeyFactor>({
  method: 'POST',
  path: '/authentication/factor/passkey',
});
const beginProof = call<typeof beginPasskeyProof>({
  method: 'POST',
  path: '/user/proof/passkey/options',
});
const postProof = call<typeof proveEndpoint>({ method: 'POST', path: '/user/proof/passkey' });
const beginNew = call<typeof beginPasskey>({ method: 'POST', path: '/user/{id}/passkeys/options' });
const postNew = call<typeof addEndpoint>({ method: 'POST', path: '/user/{id}/passkeys' });

/** Why the browser returned no passkey, as text; empty if another prompt replaced it. */
function errorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError') return '';
  if (name === 'InvalidStateError') return m.identity_passkey_exists();
  if (name === 'SecurityError') return m.identity_passkey_wrongAddress();
  if (name === 'NotAllowedError') return m.identity_passkey_notUsed();
  const isKnown = error instanceof WebAuthnError;
  return isKnown && error.code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT'
    ? m.identity_passkey_unsupported()
    : m.identity_passkey_failed();
}

/** Runs a browser prompt. Throws an `ApiError` with a readable message. */
async function requestPasskey<Answer>(ceremony: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony();
  } catch (error) {
    throw new ApiError(0, 'bad_request', errorText(error));
  }
}

/** The parts of a credential that the server verifies. */
const sent = <Response>({
  id,
  rawId,
  type,
  response,
}: {
  id: string;
  rawId: string;
  type: 'public-key';
  response: Response;
}) => ({ id, rawId, type, response });

/** Makes the browser remove a passkey that the server doesn't have, where supported. */
async function removeUnknownPasskey(
  refusal: unknown,
  rpID: string,
  credentialID: string,
): Promise<void> {
  if (!(refusal instanceof ApiError) || !refusal.message.includes('not known here')) return;
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

interface SignIn {
  /** Whether the browser can suggest passkeys in the e-mail field. */
  autofill: boolean;
  keep?: boolean;
}

/** Signs in with a passkey alone. Throws `ApiError`. */
export async function signInByPasskey({ autofill, keep = true }: SignIn): Promise<void> {
  const optionsJSON = await beginSignIn();
  const credential = await requestPasskey(() =>
    startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
  );
  try {
    await postSignIn({ body: { credential: sent(credential), ...(!keep && { keep }) } });
  } catch (error) {
    await removeUnknownPasskey(error, optionsJSON.rpId, credential.id);
    throw error;
  }
}

/** A challenge expires on the server after ten minutes; a page open longer requests a new one. */
const renewAfter = 9 * 60_000;

/**
 * Suggests the browser's passkeys in the e-mail field while the page is open. Returns a function
 * that stops it.
 */
export function offerPasskeys(on: { signedIn(): void; failed(error: unknown): void }): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => void offer();
  const offer = async (): Promise<void> => {
    if (isOver || !(await browserSupportsWebAuthnAutofill())) return;
    timer = setTimeout(begin, renewAfter);
    try {
      await signInByPasskey({ autofill: true });
      clearTimeout(timer);
      if (!isOver) on.signedIn();
    } catch (error) {
      // Canceled for the button or a newer challenge, or the server is unreachable.
      const isRefused = error instanceof ApiError && error.code === 'invalid_credentials';
      if (isOver || !isRefused) return;
      on.failed(error);
      clearTimeout(timer);
      begin();
    }
  };
  begin();
  return () => {
    isOver = true;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

/** Verifies with a passkey after the password. Throws `ApiError`. */
export async function createPasskey(): Promise<void> {
  const optionsJSON = await beginFactor();
  const credential = await requestPasskey(() => startAuthentication({ optionsJSON }));
  await postFactor({ body: { credential: sent(credential) } });
}

/** Verifies the identity again. Throws `ApiError`. */
export async function proveByPasskey(): Promise<void> {
  const optionsJSON = await beginProof();
  const credential = await requestPasskey(() => startAuthentication({ optionsJSON }));
  await postProof({ body: { credential: sent(credential) } });
}

/** Creates a passkey and stores it under a name. Throws `ApiError`. */
export async function makePasskey(id: number, name: string) {
  const optionsJSON = await beginNew({ params: { id } });
  const credential = await requestPasskey(() => startRegistration({ optionsJSON }));
  return postNew({ params: { id }, body: { name, credential: sent(credential) } });
}
